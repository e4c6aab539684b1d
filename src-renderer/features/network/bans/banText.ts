/** Reads and writes ban lists as text, one entry per line, for files and for pasting. */

import { shortSubnet } from '../../../components/shortSubnet.ts'
import type { ListedBan } from '../useBans.ts'

export interface ImportedBan {
  readonly subnet: string
  /** unix seconds, or undefined if the text has no end */
  readonly until: number | undefined
  readonly note: string
}

export interface ImportedText {
  readonly bans: readonly ImportedBan[]
  /** numbers of lines without an address, from 1 */
  readonly problems: readonly number[]
  /** number of entries that have ended */
  readonly expired: number
}

/** Further entries are ignored, because the node stores no more. */
export const MAX_BANS = 50_000
const MAX_NOTE_LENGTH = 200
/** Pattern of an address or range. The node validates it. */
const SUBNET = /^(?=[^/]*[.:])[0-9a-fA-F.:]{2,45}(\/[0-9a-fA-F.:]{1,45})?$/

/** Formats lines of `address until note`, with times as ISO 8601. Line feeds in notes become blanks. */
export function bansAsText(bans: readonly ListedBan[]): string {
  const lines = bans.map(({ address, banned_until, note }) =>
    [
      shortSubnet(address),
      new Date(banned_until * 1000).toISOString().replace('.000', ''),
      note.replace(/\s+/g, ' ').trim(),
    ]
      .filter(Boolean)
      .join('\t'),
  )
  return ['# address or range, end of the ban, note', ...lines, ''].join('\n')
}

function parseTime(text: string): number | undefined {
  if (/^\d{9,11}$/.test(text)) return Number(text)
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return undefined
  const millis = Date.parse(text)
  return Number.isNaN(millis) ? undefined : Math.floor(millis / 1000)
}

function readLine(line: string): ImportedBan | undefined {
  const [subnet = '', second = '', ...rest] = line.split(/[\s,;]+/)
  if (!SUBNET.test(subnet)) return undefined
  const until = parseTime(second)
  const note = (until === undefined ? [second, ...rest] : rest).join(' ').trim()
  return { subnet, until, note: Array.from(note).slice(0, MAX_NOTE_LENGTH).join('') }
}

/** Parses the JSON result of listbanned or listbans. */
function readJson(text: string): readonly (ImportedBan | undefined)[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Array.isArray(value)) return undefined
  return value.map((entry: unknown) => {
    const { address, banned_until, note } =
      typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : {}
    if (typeof address !== 'string' || !SUBNET.test(address)) return undefined
    return {
      subnet: address,
      until: typeof banned_until === 'number' ? Math.floor(banned_until) : undefined,
      note: typeof note === 'string' ? note.slice(0, MAX_NOTE_LENGTH) : '',
    }
  })
}

/** Parses a list exported by this window, a JSON list of the node, or a plain list of addresses. */
export function readBans(text: string, now: number): ImportedText {
  const lines: readonly (ImportedBan | 'nothing' | undefined)[] =
    readJson(text) ??
    text.split(/\r\n|\n|\r/).map((line) => {
      const trimmed = line.trim()
      return trimmed === '' || trimmed.startsWith('#') ? 'nothing' : readLine(trimmed)
    })
  const found = new Map<string, ImportedBan>()
  const problems: number[] = []
  let expired = 0
  for (const [index, line] of lines.entries()) {
    if (line === 'nothing') continue
    if (line === undefined) problems.push(index + 1)
    else if (line.until !== undefined && line.until <= now) expired += 1
    else if (found.size < MAX_BANS) found.set(line.subnet, line)
  }
  return { bans: [...found.values()], problems, expired }
}
