/** ZIP files of any size, written as they are made. */
export { ZipFile } from 'yazl';
