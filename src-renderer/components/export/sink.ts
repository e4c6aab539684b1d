/** Target of an export: a chosen file, written in parts, or a download once it is complete. */
export interface Sink {
  write(text: string): Promise<void>
  /** Discards the output so far. */
  restart(): Promise<void>
  /** Completes the file. */
  close(): Promise<void>
  /** Discards the file. */
  abort(): Promise<void>
}

interface WritableFile {
  write(text: string): Promise<void>
  seek(position: number): Promise<void>
  truncate(size: number): Promise<void>
  close(): Promise<void>
  abort(): Promise<void>
}

interface FileHandle {
  createWritable(): Promise<WritableFile>
}

type Picker = (options: { readonly suggestedName: string }) => Promise<FileHandle>

/** Write buffer size: a single page of rows is too small for a write of its own. */
const CHUNK = 512 * 1024
/** Gives the browser time to start the download before its URL is revoked. */
const KEEP_MS = 60_000

/**
 * Asks the user where to save. Must be called directly in the click handler, as browsers require. Returns undefined if
 * the user cancels. The desktop app gives its page no file access; its downloads ask for a path.
 */
export async function openSink(fileName: string, type: string): Promise<Sink | undefined> {
  const { showSaveFilePicker } = window as { readonly showSaveFilePicker?: Picker }
  if (typeof showSaveFilePicker !== 'function' || 'node' in window) return downloadSink(fileName, type)
  try {
    const handle = await showSaveFilePicker.call(window, { suggestedName: fileName })
    return fileSink(await handle.createWritable())
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined
    return downloadSink(fileName, type)
  }
}

function fileSink(file: WritableFile): Sink {
  let waiting = ''
  const flush = async () => {
    const text = waiting
    waiting = ''
    if (text !== '') await file.write(text)
  }
  return {
    async write(text) {
      waiting += text
      if (waiting.length >= CHUNK) await flush()
    },
    async restart() {
      waiting = ''
      await file.truncate(0)
      await file.seek(0)
    },
    async close() {
      await flush()
      await file.close()
    },
    abort: () => file.abort(),
  }
}

function downloadSink(fileName: string, type: string): Sink {
  // The browser may keep blobs on disk, but a string of the whole file in memory.
  let parts: Blob[] = []
  let waiting = ''
  const flush = () => {
    parts.push(new Blob([waiting]))
    waiting = ''
  }
  const forget = async () => {
    parts = []
    waiting = ''
  }
  return {
    async write(text) {
      waiting += text
      if (waiting.length >= CHUNK) flush()
    },
    restart: forget,
    async close() {
      flush()
      const address = URL.createObjectURL(new Blob(parts, { type }))
      const link = document.createElement('a')
      link.href = address
      link.download = fileName
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), KEEP_MS)
    },
    abort: forget,
  }
}
