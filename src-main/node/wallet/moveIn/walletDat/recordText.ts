/** Maximum bytes of a label or comment (wallet-dat.md §6). */
const MAX_TEXT_BYTES = 4096

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Decodes a text of a record. Texts that are no UTF-8 are decoded with one character per byte. The result may contain
 * control characters. `cut` is true if the text was longer than 4 KiB. The result is its start then.
 */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly cut: boolean } {
  const cut = bytes.length > MAX_TEXT_BYTES
  let kept = bytes
  if (cut) {
    let end = MAX_TEXT_BYTES
    // Do not cut within a character: its bytes after the first begin with the bits 10.
    while (end > MAX_TEXT_BYTES - 4 && (bytes[end]! & 0xc0) === 0x80) end--
    kept = bytes.subarray(0, end)
  }
  try {
    return { text: utf8.decode(kept), cut }
  } catch {
    return { text: Buffer.from(kept).toString('latin1'), cut }
  }
}
