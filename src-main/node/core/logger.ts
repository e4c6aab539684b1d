import { toHex } from '../util/bytes.ts'

export interface Logger {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
  child(module: string): Logger
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Log entry as data. `fields` are already safe to show: flattened to short texts, secrets redacted. */
export interface LogRecord {
  readonly level: LogLevel
  /** dotted path of `child` names; empty at the root */
  readonly module: string
  /** unix milliseconds */
  readonly time: number
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}

export interface LoggerOptions {
  /** Receives each line (without a line break) and the same entry as data. */
  readonly sink: (line: string, record: LogRecord) => void
  /** returns the current time in unix milliseconds */
  readonly millis: () => number
  /** minimum level written; default info. `level` and `debugModules` are read for each entry, so they may change. */
  readonly level?: LogLevel
  /** modules (including their child modules) whose debug entries are written at every level */
  readonly debugModules?: readonly string[]
  /** true to write lines as JSON objects */
  readonly json?: boolean
}

const ORDER: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 }

/** Second line of defence: callers must not pass secrets at all. */
const SECRET_NAME =
  /pass(word|phrase|wd)|secret|mnemonic|seed(words|phrase)?$|priv(ate)?_?key|\bwif\b|authorization|cookie|credential/i

const MAX_FIELD_LENGTH = 500

/**
 * Creates a logger that writes lines of the form `<ISO time> <LEVEL> [module] message name=value …`. Line breaks and
 * other control characters of hostile texts are escaped, so that one call writes exactly one line.
 */
export function createLogger(options: LoggerOptions): Logger {
  const minimumOrder = () => ORDER[options.level ?? 'info']
  const wantsDebug = (module: string) =>
    (options.debugModules ?? []).some((wanted) => module === wanted || module.startsWith(`${wanted}.`))

  const forModule = (module: string): Logger => {
    const isLeftOut = (level: LogLevel) => ORDER[level] < minimumOrder() && !(level === 'debug' && wantsDebug(module))
    const write = (level: LogLevel) => (message: string, fields?: Record<string, unknown>) => {
      if (isLeftOut(level)) return
      const record: LogRecord = {
        level,
        module,
        time: options.millis(),
        message: escapeControls(message),
        fields: formatFields(fields),
      }
      options.sink(options.json === true ? formatJson(record) : formatLine(record), record)
    }
    return {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      child: (name) => forModule(module === '' ? name : `${module}.${name}`),
    }
  }
  return forModule('')
}

function formatLine(record: LogRecord): string {
  const parts = [new Date(record.time).toISOString(), record.level.toUpperCase().padEnd(5)]
  if (record.module !== '') parts.push(`[${record.module}]`)
  parts.push(record.message)
  for (const [name, value] of Object.entries(record.fields)) {
    parts.push(`${name}=${value === '' || /[\s"=]/.test(value) ? JSON.stringify(value) : value}`)
  }
  return parts.join(' ')
}

/** Formats one entry as a JSON object. A field named `time`, `level`, `module` or `message` gets a trailing underscore. */
function formatJson({ time, level, module, message, fields }: LogRecord): string {
  const own = { time: new Date(time).toISOString(), level, module, message }
  const named = Object.entries(fields).map(([name, value]) => [Object.hasOwn(own, name) ? `${name}_` : name, value])
  return JSON.stringify({ ...own, ...Object.fromEntries(named) })
}

function formatFields(fields: Record<string, unknown> | undefined): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (value === undefined) continue
    const text = SECRET_NAME.test(name) ? '(hidden)' : escapeControls(formatValue(value))
    shown[name] = text.length > MAX_FIELD_LENGTH ? `${text.slice(0, MAX_FIELD_LENGTH)}…` : text
  }
  return shown
}

function formatValue(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return toHex(value.subarray(0, MAX_FIELD_LENGTH))
  if (value instanceof Error) return describeError(value)
  if (typeof value === 'object' && value !== null) return formatObject(value)
  return String(value)
}

function describeError(error: Error): string {
  const causes: string[] = []
  let current: unknown = error
  // A cause chain can be circular. Four levels are enough.
  for (let depth = 0; depth < 4 && current instanceof Error; depth++) {
    causes.push(`${current.name}: ${current.message}`)
    current = current.cause
  }
  return causes.join(' <- ')
}

function formatObject(value: object): string {
  try {
    return JSON.stringify(value, (name, inner: unknown) => {
      if (name !== '' && SECRET_NAME.test(name)) return '(hidden)'
      if (typeof inner === 'bigint') return inner.toString()
      return inner instanceof Uint8Array ? toHex(inner.subarray(0, MAX_FIELD_LENGTH)) : inner
    })
  } catch {
    // A circular object or a throwing getter must not make the log call fail.
    return '(unprintable)'
  }
}

function escapeControls(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`,
  )
}
