/**
 * Whether something else was put behind a picture: a page, a script, an archive. None of it would
 * come through the drawing; but a file that is two things at once was not made for a profile.
 */
export function hasMoreBehind(type, bytes) {
  const end = type in endOf ? endOf[type](bytes) : null;
  if (end === null) return false;
  const behind = bytes.subarray(end);
  return behind.some((byte) => byte !== 0) && !(type === "jpeg" && isOfCamera(behind));
}

/** Telephones put a second exposure behind the picture, or a moment of film. */
function isOfCamera(bytes) {
  return bytes.toString("latin1", 0, 2) === "\xff\xd8" || bytes.toString("latin1", 4, 8) === "ftyp";
}

/** Where a picture ends by its own structure; null where that cannot be told. */
const endOf = { gif: endOfGif, jpeg: endOfJpeg, png: endOfPng };

function endOfPng(bytes) {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString("latin1", at + 4, at + 8) === "IEND") return at + 12;
  }
  return null;
}

function endOfGif(bytes) {
  const tableLength = (flags) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const afterBlocks = (start) => {
    let at = start;
    while (bytes[at]) at += bytes[at] + 1;
    return at + 1;
  };
  let at = 13 + tableLength(bytes[10]);
  while (at < bytes.length) {
    if (bytes[at] === 0x3b) return at + 1;
    if (bytes[at] === 0x21) at = afterBlocks(at + 2);
    else if (bytes[at] === 0x2c) at = afterBlocks(at + 11 + tableLength(bytes[at + 9]));
    else return null;
  }
  return null;
}

function endOfJpeg(bytes) {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1];
    if (marker === 0xff) at += 1;
    else {
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === 0xda) at = afterScan(bytes, at);
      if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return at + 2;
    }
  }
  return null;
}

/** Within a scan 0xff is followed by a zero, or by the number of a restart. */
function afterScan(bytes, start) {
  for (let at = start; at + 1 < bytes.length; at += 1) {
    const isMarker = bytes[at] === 0xff && bytes[at + 1] !== 0 && (bytes[at + 1] < 0xd0 || bytes[at + 1] > 0xd7);
    if (isMarker) return at;
  }
  return bytes.length;
}
