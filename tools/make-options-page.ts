import { writeFileSync } from 'node:fs';
import { optionsPage } from './options-page.js';

/** Writes docs/options.md. */
writeFileSync('docs/options.md', optionsPage());
