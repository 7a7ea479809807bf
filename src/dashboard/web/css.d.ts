/** The bundler takes styles that are imported into `dashboard.css`. */
declare module '*.css';
