// The bundler extracts style sheets, so an import of a style sheet yields no value.
declare module '*.css';
