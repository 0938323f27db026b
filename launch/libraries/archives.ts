import { crc32, gzipSync } from "node:zlib";

/** A file of an archive. Names have at most 100 ASCII characters, which both formats can hold. */
export type ArchiveFile = { name: string; content: Buffer };

/**
 * Archives without times, owners and modes of the machine, so that equal files give an equal archive. Only what our
 * packages need: regular files.
 */

/** A gzipped tar archive in the format `ustar`, which npm reads. */
export function writeTgz(files: readonly ArchiveFile[]): Buffer {
  const blocks = files.flatMap(({ name, content }) => [
    tarHeader(name, content.length),
    content,
    Buffer.alloc(-content.length & (tarBlock - 1)),
  ]);
  const archive = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * tarBlock)]), { level: 9 });
  archive[gzipSystemAt] = gzipSystemUnknown;
  return archive;
}

const tarBlock = 512;
/** gzip notes the operating system in this byte. */
const gzipSystemAt = 9;
const gzipSystemUnknown = 255;
/** npm gives all files of a package this time, because some programs cannot handle earlier ones. */
const changedAt = Date.UTC(1985, 9, 26, 8, 15) / 1000;

function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(tarBlock);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  const fields: [at: number, text: string][] = [
    [0, name],
    [100, octal(0o644, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(size, 12)],
    [136, octal(changedAt, 12)],
    // The checksum is computed with spaces in its place.
    [148, " ".repeat(8)],
    [156, "0"],
    [257, "ustar\u000000"],
  ];
  for (const [at, text] of fields) header.write(text, at, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(octal(sum, 7), 148, "latin1");
  return header;
}

/** A zip archive. Its files are not compressed: all of them together are smaller than a picture. */
export function writeZip(files: readonly ArchiveFile[]): Buffer {
  const entries: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const shared = zipFields(name, content);
    const entry = Buffer.concat([Buffer.from("PK\u0003\u0004", "latin1"), shared, Buffer.from(name), content]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(regularFile, 6);
    place.writeUInt32LE(offset, 10);
    const signature = Buffer.from([...Buffer.from("PK\u0001\u0002", "latin1"), zipVersion, unix]);
    directory.push(signature, shared, place, Buffer.from(name));
    entries.push(entry);
    offset += entry.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries, index, end]);
}

const zipVersion = 20;
const unix = 3;
/** A regular file that everybody can read, as Unix writes it into the upper half of the attributes. */
const regularFile = (0o100644 << 16) >>> 0;
/** 1 January 1980, the first day that zip can express. */
const zipDay = 0x21;

/** The fields that an entry and its line in the directory have in common. */
function zipFields(name: string, content: Buffer): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(zipVersion, 0);
  fields.writeUInt16LE(zipDay, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}
