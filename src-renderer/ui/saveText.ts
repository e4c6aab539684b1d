/** Long enough for the browser to have started the download. */
const KEEP_MS = 60_000

/** Hands a text over as a download. */
export function saveText(fileName: string, text: string): void {
  saveBlob(fileName, new Blob([text], { type: 'text/plain;charset=utf-8' }))
}

/** The same for any bytes. */
export function saveBlob(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}
