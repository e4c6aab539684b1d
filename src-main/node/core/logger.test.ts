import { describe, expect, it } from 'vitest'
import { createLogger, type LoggerOptions, type LogRecord } from './logger.ts'

function capture(options: Partial<LoggerOptions> = {}) {
  const lines: string[] = []
  const records: LogRecord[] = []
  const logger = createLogger({
    sink(line, record) {
      lines.push(line)
      records.push(record)
    },
    millis: () => Date.UTC(2024, 0, 2, 3, 4, 5, 6),
    ...options,
  })
  return { logger, lines, records }
}

/** Creates a logger with options that the test changes later. */
function captureWith(changing: Pick<LoggerOptions, 'level' | 'isDebugged'>) {
  const lines: string[] = []
  const options: LoggerOptions = Object.assign(changing, {
    sink: (line: string) => void lines.push(line),
    millis: () => 0,
  })
  return { lines, logger: createLogger(options) }
}

describe('createLogger', () => {
  it('writes time, level, module, message and fields in one line', () => {
    const { logger, lines, records } = capture()
    logger
      .child('p2p')
      .child('sync')
      .info('headers', { count: 160, from: 7n, note: 'a b', hash: Uint8Array.of(1, 255) })
    expect(lines).toEqual(['2024-01-02T03:04:05.006Z INFO  [p2p.sync] headers count=160 from=7 note="a b" hash=01ff'])
    expect(records[0]).toMatchObject({ level: 'info', module: 'p2p.sync', message: 'headers' })
  })

  it('drops entries below its level, except for modules that are being debugged', () => {
    const { logger, records } = capture({ level: 'warn', isDebugged: (module) => module.startsWith('p2p') })
    logger.debug('a')
    logger.info('b')
    logger.warn('c')
    logger.child('rpc').debug('d')
    logger.child('p2p').debug('e')
    logger.child('p2p').child('peer').debug('f')
    expect(records.map((record) => record.message)).toEqual(['c', 'e', 'f'])
  })

  it('applies changes of its level and its debugged modules', () => {
    let debugged = false
    const now: { level: 'info' | 'error'; isDebugged: () => boolean } = { level: 'info', isDebugged: () => debugged }
    const { lines, logger } = captureWith(now)
    const child = logger.child('p2p')
    child.debug('a')
    debugged = true
    child.debug('b')
    now.level = 'error'
    child.info('c')
    child.error('d')
    expect(lines.map((line) => line.slice(-1))).toEqual(['b', 'd'])
  })

  it('writes JSON if configured, and renames fields that collide with its own', () => {
    const { logger, lines } = capture({ json: true })
    logger.child('rpc').warn('odd\nline', { from: '1.2.3.4', level: 'x', password: 'p', note: '"' })
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      ...{ time: '2024-01-02T03:04:05.006Z', level: 'warn', module: 'rpc', message: 'odd\\u{000a}line' },
      ...{ from: '1.2.3.4', level_: 'x', password: '(hidden)', note: '"' },
    })
  })

  it('writes everything at level debug', () => {
    const { logger, records } = capture({ level: 'debug' })
    logger.debug('a')
    expect(records.length).toBe(1)
  })

  it('redacts secrets by field name, also nested ones', () => {
    const { logger, lines } = capture()
    logger.info('x', {
      rpcpassword: 'hunter2',
      walletPassphrase: 'hunter2',
      privKey: Uint8Array.of(0x68),
      private_key: 'hunter2',
      wif: 'hunter2',
      seed: 'hunter2',
      options: { authorization: 'hunter2', deep: { secret: 'hunter2', height: 5n } },
    })
    expect(lines[0]).not.toMatch(/hunter2|68\b/)
    expect(lines[0]).toContain('height')
    logger.info('names like these are no secrets', { seeds: 3, tokenid: 'ab', pubkey: '02' })
    expect(lines[1]).toMatch(/seeds=3 tokenid=ab pubkey=02$/)
  })

  it('keeps a hostile text on one line and escapes its hidden characters', () => {
    const { logger, lines } = capture()
    logger.warn('peer\nsays', { agent: '/x/\r\n2024 INFO forged\u202e\u2028' })
    expect(lines.length).toBe(1)
    expect(lines[0]).not.toMatch(/[\n\r\u202e\u2028]/)
    expect(lines[0]).toContain('peer\\u{000a}says')
  })

  it('writes errors with their causes, and survives circular objects', () => {
    const { logger, records } = capture()
    const ring: Record<string, unknown> = {}
    ring['self'] = ring
    logger.error('failed', {
      error: new Error('outer', { cause: new TypeError('inner') }),
      ring,
      gone: undefined,
      no: null,
    })
    expect(records[0]?.fields).toEqual({ error: 'Error: outer <- TypeError: inner', ring: '(unprintable)', no: 'null' })
  })

  it('truncates long values of fields', () => {
    const { logger, records } = capture()
    logger.info('x', { text: 'y'.repeat(10_000), blob: new Uint8Array(10_000) })
    expect(records[0]?.fields['text']?.length).toBeLessThan(600)
    expect(records[0]?.fields['blob']?.length).toBeLessThan(600)
  })
})
