import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Merchant, newMerchant } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { bmp, plainSvg, sendPicture, svg, twoHalves, withChunk, withSize } from "@/tests/support/http/pictures";
import { drawCases } from "@/tests/support/in-process/seed";

const { roomy } = inject("product");
const payload = "<script>alert('payload')</script>";

const [png, jpeg, gif, turned, located, profiled] = await Promise.all([
  twoHalves().png().toBuffer(),
  twoHalves().jpeg().toBuffer(),
  twoHalves().gif().toBuffer(),
  sharp(await twoHalves().png().toBuffer())
    .rotate(270)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer(),
  twoHalves()
    .withExif({ IFD0: { Copyright: payload }, IFD3: { GPSLatitude: "10/1" } })
    .jpeg()
    .toBuffer(),
  twoHalves().withIccProfile("p3").png().toBuffer(),
]);

/** An animated GIF of two frames. The second frame is the mirror image of the first. */
const movingGif = await sharp([png, await sharp(png).flop().png().toBuffer()], { join: { animated: true } })
  .gif({ delay: [100, 100], loop: 0 })
  .toBuffer();

/** A valid ICC colour profile with a foreign payload at its end. */
const { icc = Buffer.alloc(0) } = await sharp(profiled).metadata();
const profile = Buffer.concat([icc, Buffer.from(payload)]);
profile.writeUInt32BE(profile.length, 0);

const withComment = (file: Buffer): Buffer =>
  Buffer.concat([
    file.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, payload.length + 2]),
    Buffer.from(payload),
    file.subarray(2),
  ]);
const textChunk = ["tEXt", Buffer.from(`Comment\0${payload}`)] as const;
const packedTextChunk = ["zTXt", Buffer.from(`x\0\0${payload}`)] as const;
const profileChunk = ["iCCP", Buffer.concat([Buffer.from("payload\0\0"), deflateSync(profile)])] as const;
const phoneData = Buffer.from("SEFHpayload\0\0SEFT");
const archive = Buffer.from("PK\x03\x04payload");
const page = Buffer.from(`<html>${payload}`);

/** The URL of an account's picture, from its profile. */
const addressOf = async ({ token }: Merchant): Promise<string | null> =>
  (await call(roomy, "GET", "/api/user/", { token })).body.data.profile_picture;

async function fetchPicture(address: string | null) {
  const response = await fetch(address ?? "");
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

const pixelAt = async (bytes: Buffer, left: number): Promise<number[]> => {
  const picture = sharp(bytes).extract({ left, top: 100, width: 1, height: 1 }).removeAlpha();
  return [...(await picture.raw().toBuffer())].map((value) => Math.round(value / 64));
};

const chunksOf = (bytes: Buffer): string[] => {
  const names = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    names.push(bytes.toString("latin1", at + 4, at + 8));
  return [...new Set(names)];
};

type Accepted = [string, Uint8Array | string];

// Every upload starts a decoder, so an ordinary run draws some of the rows.
const pictures: Accepted[] = [
  ["bmp", bmp()],
  ["gif", gif],
  ["gif that is animated, of which the first frame is used", movingGif],
  ["jpeg", jpeg],
  ["jpg that the camera marked as rotated", turned],
  ["png", png],
  ["svg", plainSvg],
  ["svg in an svg", svg(plainSvg)],
];

const picturesWithMore: Accepted[] = [
  [
    "a location, a comment and appended data, if it is a JPEG",
    Buffer.concat([withComment(located), page, located, phoneData]),
  ],
  [
    "texts, a foreign colour profile and an appended archive, if it is a PNG",
    Buffer.concat([withChunk(withChunk(withChunk(png, ...profileChunk), ...textChunk), ...packedTextChunk), archive]),
  ],
  ["a script appended to it", Buffer.concat([gif, Buffer.from(`;${payload}\n`)])],
  ["a page in a link and a comment", svg(`<!--${payload}--><a href="https://payload/"><path d="M0 0h9v9"/></a>`)],
  ["its location", located],
  ["a page in a comment", withComment(jpeg)],
  ["a script in a text chunk", withChunk(png, ...textChunk)],
  ["a page in a compressed text chunk", withChunk(png, ...packedTextChunk)],
  ["a page in its colour profile", withChunk(png, ...profileChunk)],
  ["a second picture appended to it", Buffer.concat([jpeg, Buffer.alloc(64), located])],
  ["data that phones append to it", Buffer.concat([jpeg, phoneData])],
  ["an archive appended to it", Buffer.concat([png, archive])],
  ["a page appended to it", Buffer.concat([jpeg, page])],
];

describe("an uploaded picture", () => {
  it.each(drawCases(pictures, 4))("may be a %s, and becomes a square PNG of its centre", async (_type, file) => {
    const merchant = await newMerchant();
    expect(await sendPicture("POST", file, merchant)).toMatchObject({ status: 201, body: { message: "Created" } });
    const { response, bytes } = await fetchPicture(await addressOf(merchant));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "public, max-age=86400",
    });
    expect(response.headers.has("set-cookie")).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 200, height: 200, depth: "uchar" });
    const [red, blue] = [
      [3, 0, 0],
      [0, 0, 3],
    ];
    expect(await Promise.all([0, 90, 110, 199].map((left) => pixelAt(bytes, left)))).toEqual([red, red, blue, blue]);
  });

  it.each(drawCases(picturesWithMore, 6))("is published without %s", async (_case, file) => {
    const merchant = await newMerchant();
    expect((await sendPicture("POST", file, merchant)).status).toBe(201);
    const { bytes } = await fetchPicture(await addressOf(merchant));
    expect(chunksOf(bytes)).toEqual(["IHDR", "pHYs", "IDAT", "IEND"]);
    expect(bytes.subarray(-8, -4).toString()).toBe("IEND");
    expect(["payload", "script", "PK\x03\x04", "SEF"].filter((trace) => bytes.includes(trace))).toEqual([]);
    expect(await sharp(bytes).metadata()).not.toHaveProperty("exif");
  });

  it("is sharp, even if it is drawn from a very small SVG", async () => {
    const merchant = await newMerchant();
    await sendPicture("POST", svg('<rect width="1" height="2"/>', 'viewBox="0 0 2 2"'), merchant);
    const { data } = await sharp((await fetchPicture(await addressOf(merchant))).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const alphas = new Set(data.filter((_, index) => index % 4 === 3));
    expect([...alphas].filter((alpha) => alpha !== 0 && alpha !== 255)).toEqual([]);
  });
});

const type = "The picture must be a file of type: bmp, gif, jpeg, jpg, png, svg.";
const unreadable = "The picture could not be read.";
const pixels = "The picture may not have more than 25 megapixels.";
const animated = "The picture may not be animated.";
const references =
  "The picture may not contain entities, scripts, movement, copies of copies or references to other documents.";

const cut = (file: Buffer) => file.subarray(0, Math.floor(file.length * 0.6));
const claiming = (file: Buffer, at: number, size: Buffer) =>
  Buffer.concat([file.subarray(0, at), size, file.subarray(at + size.length)]);
const noise = async (seed: number) =>
  sharp(Buffer.from(Array.from({ length: 32 * 32 * 3 }, (_, at) => ((at + seed) * 2654435761) >>> 24)), {
    raw: { width: 32, height: 32, channels: 3 },
  });
const laughs = Array.from(
  { length: 9 },
  (_, level) => `<g id="l${level + 1}">${`<use xlink:href="#l${level}"/>`.repeat(10)}</g>`,
);
const frameBegin = Buffer.from([0x2c, 0, 0, 0, 0]);
const gifSizeAt = gif.indexOf(frameBegin) + 5;
const jpegSizeAt = jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5;

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#777" } });
type Refused = [string, Uint8Array | string, string];

/** picture-svg.test.ts proves the refusals of an SVG without a decoder. */
const forDecoder: Refused[] = [
  ["a billion copies in a nested SVG", svg(svg(`<rect id="l0" width="9" height="9"/>${laughs.join("")}`)), references],
  ["a nested SVG with a script", svg(svg(payload)), references],
  ["an SVG with an external reference", svg('<use href="http://127.0.0.1:1/x.svg#a"/>'), references],
  [
    "an SVG with an external reference in character references",
    svg('<use xlink:href="&#104;ttp://127.0.0.1/x.svg#a"/>'),
    references,
  ],
  ["an SVG with an SVG as a picture", svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'), references],
  ["an SVG with an external style sheet", svg("<style>@import 'http://127.0.0.1/a.css';</style>"), references],
  ["an SVG with external paint", svg('<rect width="9" height="9" fill="url(http://127.0.0.1/p.svg#a)"/>'), references],
  ["an SVG with a script", svg(payload), references],
  ["an SVG with an event handler", svg('<rect width="9" height="9" onload="alert(1)"/>'), references],
  ["an SVG with an embedded page", svg("<foreignObject><p>hi</p></foreignObject>"), references],
  [
    "an SVG with an animation",
    svg('<rect width="9" height="9"><animate attributeName="x" to="9"/></rect>'),
    references,
  ],
  ["a broken SVG", svg('<rect width="9"'), unreadable],
  ["a billion copies", svg(`<rect id="l0" width="9" height="9"/>${laughs.join("")}`), references],
  ["an SVG that reads a file", svg('<image href="file:///etc/passwd"/>'), references],
  [
    "an SVG with entities",
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg("<text>&x;</text>")}`,
    references,
  ],
  ["an SVG without a size", svg("<g/>", ""), unreadable],
  ["an SVG that is a thousand times as wide as high", svg("<g/>", 'viewBox="0 0 1000 1"'), pixels],
  ["a PNG that claims to be enormous", withSize(png, 60_000, 60_000), pixels],
  ["a PNG that claims a little more than 25 megapixels", withSize(png, 5_000, 5_001), pixels],
  ["a BMP that claims to be enormous", bmp({ claimedWidth: 60_000, claimedHeight: 60_000 }), pixels],
  ["a BMP that claims more than it has", bmp({ claimedHeight: 4_000 }), unreadable],
  ["a BMP of negative width", bmp({ claimedWidth: -320 }), unreadable],
  ["a JPEG that is cut off", cut(jpeg), unreadable],
  ["a GIF that is cut off", cut(await (await noise(1)).gif().toBuffer()), unreadable],
  ["a BMP that is cut off", cut(bmp()), unreadable],
  ["a PNG that is animated", withChunk(png, "acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), animated],
  [
    "an animated GIF whose frames are larger than 25 megapixels",
    claiming(movingGif, movingGif.indexOf(frameBegin) + 5, Buffer.from([0xff, 0xff, 0xff, 0xff])),
    pixels,
  ],
  ["a GIF that is a script", `GIF89a=1;${payload}`, unreadable],
];

/** Defects of other formats. They are made only if they are sent, which takes a second. */
const makeOtherRasters = async (): Promise<Refused[]> => [
  ["a PNG of a little more than 25 megapixels", await flat(5_000, 5_001).png().toBuffer(), pixels],
  ["a GIF that claims to be enormous", claiming(gif, gifSizeAt, Buffer.from([0xff, 0xff, 0xff, 0xff])), pixels],
  ["a JPEG that claims to be enormous", claiming(jpeg, jpegSizeAt, Buffer.from([0xff, 0xdc, 0xff, 0xdc])), pixels],
  ["a PNG that is cut off", cut(await (await noise(1)).png().toBuffer()), unreadable],
];

const hostile: Refused[] = [
  ...drawCases(forDecoder, 5),
  ...(inject("isDeep") ? await makeOtherRasters() : []),
  // These are refused without a decoder.
  ["a page", `<!DOCTYPE html><html><svg>${payload}</svg></html>`, type],
  ["a PDF", "%PDF-1.7\n1 0 obj", type],
  ["a WebP", await twoHalves().webp().toBuffer(), type],
  ["a TIFF", await twoHalves().tiff().toBuffer(), type],
  ["an icon", Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0]), type],
  [
    "more than 5 MB",
    Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024 + 1 - png.length)]),
    "The picture may not be greater than 5 MB.",
  ],
];

describe("an uploaded file", () => {
  let without: Merchant;
  let owner: Merchant;
  let address: string | null;
  beforeAll(async () => {
    [without, owner] = [await newMerchant(), await newMerchant()];
    await sendPicture("POST", png, owner);
    address = await addressOf(owner);
  });

  it.each(hostile.map((row, index) => [...row, index % 2 ? "PATCH" : "POST"] as const))(
    "that is %s is refused, and nothing changes",
    async (_case, file, message, method) => {
      const sender = method === "POST" ? without : owner;
      expect(await sendPicture(method, file, sender)).toMatchObject({
        status: 400,
        body: { message, errors: { picture: [message] } },
      });
      expect(await addressOf(sender)).toBe(method === "POST" ? null : address);
    },
  );

  it("of exactly 5 MB is accepted", async () => {
    const file = Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024 - png.length)]);
    expect((await sendPicture("PATCH", file, owner)).status).toBe(200);
  });

  it("is not read if it makes the body larger than 6 MB", async () => {
    expect((await sendPicture("PATCH", Buffer.alloc(6 * 1024 * 1024), owner)).status).toBe(413);
  });
});
