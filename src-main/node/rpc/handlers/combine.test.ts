import { describe, expect, it } from 'vitest'
import type { Handlers } from '#shared/rpc/index.ts'
import { combineHandlers } from './combine.ts'

const createCount = ({ height }: { height: number }): Pick<Handlers, 'getblockcount'> => ({
  getblockcount: () => height,
})
const createPing = ({ ping }: { ping: () => void }): Pick<Handlers, 'ping'> => ({
  ping() {
    ping()
    return null
  },
})

describe('combineHandlers', () => {
  it('passes the dependencies of all creators to each', () => {
    let pings = 0
    const handlers = combineHandlers([createCount, createPing])({ height: 7, ping: () => pings++ })
    const context = { signal: new AbortController().signal, transport: 'http' } as const
    expect(handlers.getblockcount({}, context)).toBe(7)
    expect(handlers.ping({}, context)).toBeNull()
    expect(pings).toBe(1)
  })

  it('fails to compile with a duplicate method, and without a dependency', () => {
    // @ts-expect-error: getblockcount has two handlers
    expect(combineHandlers([createCount, createPing, createCount])).toBeTypeOf('function')
    // @ts-expect-error: a dependency of createPing is missing
    expect(combineHandlers([createCount, createPing])({ height: 7 })).toHaveProperty('ping')
  })
})
