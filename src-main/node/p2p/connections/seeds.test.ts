import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../testing/index.ts'
import { ipFromText } from '../wire/index.ts'
import { askDnsSeeds } from './seeds.ts'

const settings = { port: 8000, now: 1_700_000_000 }
const nothing = async () => []

describe('askDnsSeeds', () => {
  it('returns all addresses that the resolvers find, with the chain’s port, despite failures', async () => {
    const asked: string[] = []
    const four = async (name: string) => {
      asked.push(name)
      if (asked.length === 1) throw new Error('no such name')
      return asked.length === 2 ? ['8.8.8.8', 'not an address'] : []
    }
    const six = async () => (asked.length === 1 ? ['2600::1'] : [])
    const { signal } = new AbortController()
    const found = await askDnsSeeds(settings, { logger: silentLogger, signal, resolve: [four, six] })
    const time = settings.now - 5 * 86_400
    expect(found).toEqual([
      { ip: ipFromText('2600::1'), port: 8000, services: 1n, time },
      { ip: ipFromText('8.8.8.8'), port: 8000, services: 1n, time },
    ])
    expect(new Set(asked).size).toBe(6)
  })

  it('stops when the signal is aborted', async () => {
    const stopping = new AbortController()
    let count = 0
    const ask = async () => {
      if (++count === 2) stopping.abort()
      return ['8.8.8.8']
    }
    const deps = { logger: silentLogger, signal: stopping.signal, resolve: [ask, nothing] }
    expect(await askDnsSeeds(settings, deps)).toHaveLength(2)
    expect(count).toBe(2)
  })
})
