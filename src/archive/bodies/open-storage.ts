import type { ArchiveStorage } from './archive-storage.js';
import { folderStorage } from './folder-storage.js';

export function isRemote(location: string): boolean {
  return location.startsWith('s3://');
}

/** Opens a place for WARC files: a folder, or `s3://bucket/prefix` with endpoint and credentials from the environment. */
export async function openStorage(location: string): Promise<ArchiveStorage> {
  if (!isRemote(location)) return folderStorage(location);
  // Loading the HTTP client takes a while.
  const { s3Storage } = await import('./s3-storage.js');
  return s3Storage(location);
}
