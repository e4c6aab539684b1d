import { describe, expect, it } from 'vitest'
import { logLines } from './logTail.ts'

const TIME = '2026-11-29T09:00:00.000Z'

describe('logLines', () => {
  it('reads lines of both formats of the log', () => {
    const text = `${TIME} WARN  [p2p] one peer=1\n{"time":"${TIME}","level":"error","module":"rpc","message":"two","peer":"2"}\n`
    expect(logLines(text)).toEqual([
      { time: TIME, level: 'warn', module: 'p2p', text: 'one peer=1' },
      { time: TIME, level: 'error', module: 'rpc', text: 'two peer=2' },
    ])
  })

  it('keeps a line that only looks like JSON as it is', () => {
    const lines = ['{"time":', '{"time":1,"level":"loud","message":"x"}']
    expect(logLines(lines.join('\n')).map(({ text }) => text)).toEqual(lines)
  })
})
