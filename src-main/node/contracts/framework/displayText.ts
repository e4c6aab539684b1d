const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Decodes names and descriptions for replies. The reference writes their bytes unchanged, so a client reads them as
 * UTF-8. Here invalid UTF-8 becomes replacement characters. The text is untrusted: the UI must neutralise it.
 */
export function displayText(bytes: Uint8Array): string {
  return utf8.decode(bytes)
}
