/** The files of the window for `app://` and the web server: a fixed list, read once from `out/renderer`. */
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
  /** file names with a content hash never change */
  readonly immutable: boolean
}

export interface WindowFiles {
  /** `pathname` of a URL, still encoded. Pages of the router have no extension and get index.html; unknown files get undefined. */
  find(pathname: string): WindowFile | undefined
}

/** Folder of the built window, beside the bundle of the main process. */
export const builtWindowFolder = () => fileURLToPath(new URL('../renderer/', import.meta.url))

/** Reads the folder into memory, so that paths of requests never reach the file system. */
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
