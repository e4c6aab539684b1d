const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * How names and descriptions appear in replies: the reference writes their bytes as they are, so a reader sees them as
 * UTF-8. Invalid UTF-8 becomes replacement characters here. The text is hostile: a window has to make it harmless.
 */
export function displayText(bytes: Uint8Array): string {
  return utf8.decode(bytes)
}
