import { existsSync, readFileSync, type Stats, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { BASE_CHAIN, BASE_FOLDER, type ConfFile, confFileName, parseConf } from '#shared/arguments.ts'
import { writeDurablySync } from '../files/index.ts'
import { type Directories, describeFileError, newConfText } from '../node/index.ts'
import { makeFolder } from './makeFolder.ts'
import { OptionError } from './values.ts'

export interface DirectoryOptions {
  readonly home: string
  readonly cwd: string
  readonly chain: string
  readonly network: 'main' | 'regtest'
  /** value of `-datadir`, a folder that must exist */
  readonly dataDir: string | undefined
  /** value of `-conf` */
  readonly conf: string | undefined
}

/**
 * Returns the data directories of a chain. Creates missing ones with access for their owner only.
 * @throws OptionError if a directory cannot be created
 */
export function prepareDirectories(place: DirectoryOptions): Directories {
  const base = baseDirectory(place)
  const network = place.network === 'regtest' ? join(base, 'regtest') : base
  try {
    makeFolder(network)
  } catch (error) {
    // ENOENT means that the parent does not allow new folders, because missing parents have been created.
    const denied = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const reason = `The data directory ${network} cannot be created: its parent folder does not allow new folders.`
    throw denied ? new OptionError(reason, { cause: error }) : fileError(error, network)
  }
  return { base, network, confFile: resolve(base, place.conf ?? confFileName(place.chain)) }
}

function baseDirectory({ home, cwd, chain, dataDir }: DirectoryOptions): string {
  if (dataDir === undefined) return chain === BASE_CHAIN ? join(home, BASE_FOLDER) : join(home, BASE_FOLDER, chain)
  const given = isAbsolute(dataDir) ? dataDir : resolve(cwd, dataDir)
  let found: Stats | undefined
  try {
    found = statSync(given, { throwIfNoEntry: false })
  } catch (error) {
    throw fileError(error, given)
  }
  if (found?.isDirectory()) return given
  throw new OptionError(`Specified data directory "${dataDir}" ${found ? 'is not a directory' : 'does not exist'}.`)
}

export interface NewConf {
  readonly p2pPort: number
  readonly random: (length: number) => Uint8Array
}

/**
 * Reads the conf file. If it is missing, first writes one, readable by its owner only. That file has the lines that
 * other programs look for and a new password (chain-params.md §4).
 * @param fresh contents of a new file; undefined if the file must exist
 * @throws OptionError if the file cannot be read or written
 */
export function readConf(path: string, fresh: NewConf | undefined): ConfFile {
  try {
    if (!existsSync(path)) {
      if (fresh === undefined) throw new OptionError(`${path} is missing`)
      writeDurablySync(path, newConf(fresh), { existing: 'refuse' })
    }
    return parseConf(readFileSync(path, 'utf8'))
  } catch (error) {
    throw fileError(error, path)
  }
}

function newConf({ p2pPort, random }: NewConf): string {
  const user = new DataView(Uint8Array.from(random(4)).buffer).getUint32(0)
  return newConfText({ user, password: Buffer.from(random(33)).toString('hex'), p2pPort })
}

/** Returns an OptionError that explains a file error. Other errors are returned unchanged. */
function fileError(error: unknown, path: string): unknown {
  const text = describeFileError(error, path)
  return text === undefined ? error : new OptionError(text, { cause: error })
}
