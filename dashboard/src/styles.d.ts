// The bundler takes style sheets out of the program; for types they hold nothing.
declare module '*.css';
