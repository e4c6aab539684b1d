/** Serves the window's files for `app://` and the web server: a fixed list, read once from `out/renderer`. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
}

export interface WindowFile {
  readonly body: Buffer
  readonly contentType: string
  /** true for a file with a content hash in its name, which never changes */
  readonly immutable: boolean
}

export interface WindowFiles {
  /**
   * Takes the encoded `pathname` of a URL. Returns index.html for router pages, which have no extension, and undefined
   * for unknown files.
   */
  find(pathname: string): WindowFile | undefined
}

/** Returns the folder of the built window, relative to the bundle of the main process. */
export const builtWindowFolder = () => fileURLToPath(new URL('../renderer/', import.meta.url))

/** Reads the folder into memory, so that request paths never reach the file system. */
export function readWindowFiles(folder: string): WindowFiles {
  const files = new Map<string, WindowFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const contentType = CONTENT_TYPES[extname(entry.name)]
    if (!entry.isFile() || !contentType) continue
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    files.set(`/${name}`, { body: readFileSync(path), contentType, immutable: name.startsWith('assets/') })
  }
  return {
    find(pathname) {
      if (extname(pathname) !== '') return files.get(pathname)
      return files.get('/index.html')
    },
  }
}
