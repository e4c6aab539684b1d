/**
 * Reads a list of chains from a file that the user chose, in the format of the family's own list (assetchains.json).
 */
import type { LiveChain } from './liveChains.ts'

/** Maximum length of the file in characters. */
export const MAX_LIST_TEXT = 256 * 1024
const MAX_CHAINS = 200
const MAX_OPTIONS = 40
const MAX_VALUE = 2_000
const MAX_PEERS = 64

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/
const OPTION = /^ac_[a-z_]{1,30}$/
const VALUE = /^[A-Za-z0-9_.,:-]+$/
const HOST = /^[A-Za-z0-9[][A-Za-z0-9.:[\]-]{0,254}$/

/** Fault of a file. The window's message catalogue has the text. */
export type LiveListFault = 'tooLong' | 'notAList' | 'noChain' | 'tooMany'

export type ReadLiveList =
  | { readonly ok: true; readonly chains: readonly LiveChain[]; readonly left: number }
  | { readonly ok: false; readonly fault: LiveListFault }

/**
 * Reads an untrusted list. Names, options and hosts must be well-formed. The options are validated only when the chain
 * is shown. `left` is the number of skipped entries.
 */
export function readLiveChains(text: string): ReadLiveList {
  if (text.length > MAX_LIST_TEXT) return { ok: false, fault: 'tooLong' }
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    return { ok: false, fault: 'notAList' }
  }
  if (!Array.isArray(list)) return { ok: false, fault: 'notAList' }
  if (list.length > MAX_CHAINS) return { ok: false, fault: 'tooMany' }
  const chains = new Map<string, LiveChain>()
  for (const entry of list) {
    const chain = readEntry(entry)
    if (chain !== undefined) chains.set(chain.name, chain)
  }
  if (chains.size === 0) return { ok: false, fault: 'noChain' }
  return { ok: true, chains: [...chains.values()], left: list.length - chains.size }
}

function readEntry(entry: unknown): LiveChain | undefined {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined
  const { ac_name: name, addnode } = entry as { readonly ac_name?: unknown; readonly addnode?: unknown }
  if (typeof name !== 'string' || !NAME.test(name)) return undefined
  const given = Object.entries(entry).filter(([key]) => key.startsWith('ac_') && key !== 'ac_name')
  if (given.length > MAX_OPTIONS) return undefined
  const options = [`-ac_name=${name}`]
  for (const [key, value] of given) {
    const word = typeof value === 'number' ? String(value) : value
    if (!OPTION.test(key) || typeof word !== 'string' || word.length > MAX_VALUE || !VALUE.test(word)) return undefined
    options.push(`-${key}=${word}`)
  }
  const hosts: readonly unknown[] = Array.isArray(addnode) ? addnode.slice(0, MAX_PEERS) : []
  const peers = hosts.filter((host): host is string => typeof host === 'string' && HOST.test(host))
  return { name, options, peers: [...new Set(peers)] }
}
