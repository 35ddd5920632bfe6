import type { Duplex } from 'node:stream';
import { DefaultSerializer, deserialize } from 'node:v8';

const LENGTH_BYTES = 4;
const NO_LENGTH = Buffer.alloc(LENGTH_BYTES);

/**
 * Sends messages over a stream between two processes of one program, each behind its length. Node's own channel would do,
 * but it holds every message back while a connection is handed over.
 */
export function sendMessage(stream: Duplex, message: unknown): void {
  const serializer = new DefaultSerializer();
  serializer.writeRawBytes(NO_LENGTH);
  serializer.writeHeader();
  serializer.writeValue(message);
  const bytes = serializer.releaseBuffer();
  bytes.writeUInt32LE(bytes.length - LENGTH_BYTES);
  if (stream.writable) stream.write(bytes);
}

/** Calls `receive` with each message of the other side. */
export function receiveMessages<T>(stream: Duplex, receive: (message: T) => void): void {
  let chunks: Buffer[] = [];
  let size = 0;
  let wanted = LENGTH_BYTES;
  stream.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size < wanted) return;
    const bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks, size);
    const { messages, rest, next } = messagesOf<T>(bytes);
    chunks = rest.length > 0 ? [rest] : [];
    size = rest.length;
    wanted = next;
    for (const message of messages) receive(message);
  });
}

/** The whole messages at the start of some bytes, what is left of them, and how much the next message needs. */
function messagesOf<T>(bytes: Buffer): { messages: T[]; rest: Buffer; next: number } {
  const messages: T[] = [];
  let at = 0;
  while (bytes.length - at >= LENGTH_BYTES) {
    const length = LENGTH_BYTES + bytes.readUInt32LE(at);
    if (bytes.length - at < length) return { messages, rest: bytes.subarray(at), next: length };
    messages.push(deserialize(bytes.subarray(at + LENGTH_BYTES, at + length)));
    at += length;
  }
  return { messages, rest: bytes.subarray(at), next: LENGTH_BYTES };
}
