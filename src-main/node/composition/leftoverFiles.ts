/** Handles unfinished files that killed nodes left behind, at the start. */
import { basename, dirname } from 'node:path'
import { findUnfinished, removeLeftovers } from '../../files/index.ts'
import { miningCsvName } from '../rpc/handlers/index.ts'
import type { NodeOptions } from './options.ts'

/** Files of the data directory that are written only while its lock is held. */
const OWN_FILES = [
  ...['blockimport.json', 'chaindata.json', 'mempool.dat', 'mining.json', 'node.pid', 'peers.dat', 'wallet.notes'],
] as const

/** Removes unfinished files from the folders of this node, which holds their lock. Never throws. */
export function removeOwnLeftovers({ chain, directories, rpc }: NodeOptions): void {
  const { base, network, confFile } = directories
  const isIn = (folder: string) => (path: string) => dirname(path) === folder
  const cookie = [rpc.cookieFile].filter(isIn(network)).map((path) => basename(path))
  removeLeftovers(network, [...OWN_FILES, miningCsvName(chain.name), ...cookie])
  const conf = [confFile].filter(isIn(base)).map((path) => basename(path))
  removeLeftovers(base, conf)
}

/**
 * Returns a text for the user about each unfinished file in folders that the user configured. Nothing is deleted there.
 */
export function describeUnfinished(folders: readonly (string | undefined)[]): readonly string[] {
  const named = new Set(folders.filter((folder) => folder !== undefined))
  return [...named]
    .flatMap(findUnfinished)
    .map(
      (path) =>
        `${path} is an unfinished export or backup. It may contain keys, so the program never deletes it: check that you have the keys elsewhere, then delete it yourself.`,
    )
}
