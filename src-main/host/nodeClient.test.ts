import { describe, expect, it } from 'vitest'
import type { NodeEvent } from '#shared/events.ts'
import type { ThreadData } from './messages.ts'
import { startNodeThread } from './nodeClient.ts'

describe('startNodeThread', () => {
  it('tells everybody when the thread dies, and answers every call', async () => {
    // Options that are no list: the thread throws before it can catch anything.
    const node = startNodeThread({ argv: null, transport: 'web' } as unknown as ThreadData)
    const events: NodeEvent[] = []
    node.onEvent((event) => events.push(event))
    const call = node.call('getinfo', '[]')
    await expect(call).rejects.toThrow('The node stopped unexpectedly')
    await expect(node.started).rejects.toThrow('The node stopped unexpectedly')
    expect(await node.ended).toMatch(/^The node stopped unexpectedly: /)
    expect(events).toMatchObject([{ type: 'status', phase: 'failed' }])
    await expect(node.call('getinfo', '[]')).rejects.toThrow('The node has stopped')
    await node.stop()
  })
})
