import { MemoryStore } from '../../src/store/memory/memory-store.js';
import { featuresConformance } from './features-conformance.js';
import { sqliteStore } from './temporary-store.js';

featuresConformance('MemoryStore', (rules) => new MemoryStore(rules));
featuresConformance('SqliteStore', sqliteStore);
