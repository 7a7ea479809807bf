/** Parquet files, written by row groups. */
export { ByteWriter, ParquetWriter } from 'hyparquet-writer';
