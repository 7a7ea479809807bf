import { MemoryStore } from '../../src/store/memory/memory-store.js';
import { storeConformance } from './store-conformance.js';
import { sqliteStore } from './temporary-store.js';

storeConformance('MemoryStore', (rules) => new MemoryStore(rules));
storeConformance('SqliteStore', sqliteStore);
