import { storeConformance } from './conformance/store-conformance.js';
import { stores } from './stores.js';

for (const [name, make] of Object.entries(stores)) storeConformance(name, make);
