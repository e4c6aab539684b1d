/** Gives the browser time to start the download before its URL is revoked, in ms. */
const KEEP_MS = 60_000

/** Saves a text as a download. */
export function saveText(fileName: string, text: string): void {
  saveBlob(fileName, new Blob([text], { type: 'text/plain;charset=utf-8' }))
}

/** Saves a blob as a download. */
export function saveBlob(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
}
