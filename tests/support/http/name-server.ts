import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";

const headerLength = 12;
const typeA = 1;
const answersFollow = 0x8180;

/** A name server for which every name stands for one IPv4 address. It speaks just enough DNS for that. */
export async function startNameServer(address: string) {
  const socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    const nameEnd = question.indexOf(0, headerLength) + 1;
    const asked = question.subarray(headerLength, nameEnd + 4);
    const isKnown = question.readUInt16BE(nameEnd) === typeA;
    const header = Buffer.alloc(headerLength);
    [question.readUInt16BE(0), answersFollow, 1, isKnown ? 1 : 0].forEach((word, index) => {
      header.writeUInt16BE(word, index * 2);
    });
    // The name is the one of the question; type and class; 60 seconds; four bytes.
    const answer = Buffer.from([
      0xc0,
      headerLength,
      0,
      typeA,
      0,
      1,
      0,
      0,
      0,
      60,
      0,
      4,
      ...address.split(".").map(Number),
    ]);
    socket.send(Buffer.concat([header, asked, ...(isKnown ? [answer] : [])]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, close: () => socket.close() };
}
