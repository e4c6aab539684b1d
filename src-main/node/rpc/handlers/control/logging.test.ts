import { describe, expect, it } from 'vitest'
import { LOG_CATEGORY_NAMES } from '#shared/logCategories.ts'
import { LogFilter } from '../../../core/index.ts'
import { Dispatcher } from '../../dispatcher.ts'
import { recordingLogger } from '../../testSupport.ts'
import { createEarlyHandlers } from './control.ts'

function createLogging(debug: readonly string[] = []) {
  const logFilter = new LogFilter({ level: 'info', debug, exclude: [] })
  const unused = () => {
    throw new Error('not expected')
  }
  const early = createEarlyHandlers({
    status: unused,
    syncState: unused,
    version: '',
    millis: () => 0,
    stop: unused,
    logFilter,
  })
  const dispatcher = new Dispatcher({ logger: recordingLogger().logger, early })
  const call = (...params: readonly unknown[]) =>
    dispatcher
      .callText('logging', JSON.stringify(params), { transport: 'http' })
      .then((text) => JSON.parse(text) as Record<string, boolean>)
  const enabled = async (...params: readonly unknown[]) =>
    Object.entries(await call(...params)).flatMap(([name, on]) => (on ? [name] : []))
  return { logFilter, call, enabled }
}

describe('logging', () => {
  it('lists every category in alphabetical order, also during the start', async () => {
    expect(Object.keys(await createLogging().call())).toEqual(LOG_CATEGORY_NAMES)
  })

  it('switches categories on, then off', async () => {
    const { enabled, logFilter } = createLogging(['rpc'])
    expect(await enabled()).toEqual(['rpc'])
    expect(await enabled(['mempool', 'net'], ['rpc'])).toEqual(['mempool', 'net'])
    expect(logFilter.isDebugged('p2p.sync')).toBe(true)
    expect(await enabled(null, ['net'])).toEqual(['mempool'])
    expect(await enabled(['all'], ['net'])).toEqual(LOG_CATEGORY_NAMES.filter((name) => name !== 'net'))
    expect(await enabled(['none'])).toHaveLength(LOG_CATEGORY_NAMES.length - 1)
    expect(await enabled([], ['1'])).toEqual([])
  })

  it('rejects an unknown category and changes nothing', async () => {
    const { call, enabled } = createLogging()
    await expect(call(['net', 'nett'])).rejects.toMatchObject({ code: -8, message: 'unknown logging category nett' })
    await expect(call(['net', 5])).rejects.toMatchObject({ code: -8 })
    expect(await enabled()).toEqual([])
  })
})
