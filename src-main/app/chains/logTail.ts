/** Reads the end of a `debug.log` as entries. The logger limits the file's size; at most its last part is read here. */
import { open } from 'node:fs/promises'
import { type ChainMethodResult, LOG_LEVELS, type LogInput } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { JsonObject } from '#shared/json.ts'

export type LogEntryLine = ChainMethodResult<'readlog'>['lines'][number]

const MAX_BYTES = 1_000_000
const MAX_LINES = 500
const MAX_LINE_LENGTH = 2_000
const MAX_SEARCH_LENGTH = 200

/** Line format of the node's logger. */
const ENTRY = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (DEBUG|INFO|WARN|ERROR) +(?:\[([\w.]{1,60})\] )?([\s\S]*)$/

const levelNamed = (word: string) => LOG_LEVELS.find((level) => level === word.toLowerCase())

/** Splits a log into lines. A line that starts no entry continues the previous one and has its level. */
export function logLines(text: string): readonly LogEntryLine[] {
  let level: LogEntryLine['level'] = 'info'
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, time = '', word = '', module = '', rest = line] = ENTRY.exec(line) ?? []
      level = levelNamed(word) ?? level
      return { time, level, module, text: rest.slice(0, MAX_LINE_LENGTH) }
    })
}

/** Returns the last lines of at least this level that contain the text. */
export function chosenLines(lines: readonly LogEntryLine[], { level, search = '' }: LogInput): readonly LogEntryLine[] {
  const min = level === undefined ? 0 : LOG_LEVELS.indexOf(level)
  const wanted = search.toLowerCase()
  return lines
    .filter((line) => LOG_LEVELS.indexOf(line.level) >= min)
    .filter((line) => wanted === '' || `${line.module} ${line.text}`.toLowerCase().includes(wanted))
    .slice(-MAX_LINES)
}

/** Validates the filter of a call. @throws RpcError if the level is unknown or the search text too long */
export function logInput(given: JsonObject | undefined): LogInput {
  const [level, search] = [given?.get('level') ?? undefined, given?.get('search') ?? undefined]
  const known = LOG_LEVELS.find((each) => each === level)
  if (level !== undefined && known === undefined) throw rpcError(`level: ${LOG_LEVELS.join(', ')} is needed`)
  if (search !== undefined && (typeof search !== 'string' || search.length > MAX_SEARCH_LENGTH)) {
    throw rpcError(`search: expected a text of at most ${MAX_SEARCH_LENGTH} characters`)
  }
  return { ...(known !== undefined && { level: known }), ...(search !== undefined && { search }) }
}

const rpcError = (message: string) => new RpcError(RPC_ERROR.INVALID_PARAMETER, message)

/** Reads the last MAX_BYTES of a file as complete lines. Returns an empty text if the file is missing. */
export async function readLogTail(
  path: string,
): Promise<{ readonly text: string; readonly size: number; readonly cut: boolean }> {
  let file: Awaited<ReturnType<typeof open>>
  try {
    file = await open(path, 'r')
  } catch {
    return { text: '', size: 0, cut: false }
  }
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - MAX_BYTES)
    const bytes = Buffer.alloc(size - start)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
    const text = bytes.toString('utf8', 0, bytesRead)
    // The first line may be incomplete, so skip it.
    return { text: start === 0 ? text : text.slice(text.indexOf('\n') + 1), size, cut: start > 0 }
  } finally {
    await file.close()
  }
}
