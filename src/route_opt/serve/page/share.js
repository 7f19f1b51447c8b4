// A link that holds a position: its JSON, deflated, in the part of the address no server sees.

async function through(bytes, stream) {
  const packed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

export async function toFragment(position) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(position)), new CompressionStream("deflate-raw"));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#p=${text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The position in a fragment; null if there is none. */
export async function fromFragment(fragment) {
  const found = /^#p=([\w-]+)$/.exec(fragment);
  if (!found) return null;
  const text = atob(found[1].replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
}
