// The bundler extracts style sheets, so importing them yields no value.
declare module '*.css';
