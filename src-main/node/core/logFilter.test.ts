import { describe, expect, it } from 'vitest'
import { LogFilter, type LogFilterSettings } from './logFilter.ts'
import { createLogger } from './logger.ts'

const MODULES = ['', 'chain', 'mempool', 'p2p', 'p2p.relay', 'p2p.sync', 'rpc']

function createFilter(settings: Partial<LogFilterSettings> = {}) {
  const filter = new LogFilter({ level: 'info', debug: [], exclude: [], ...settings })
  return { filter, debugged: () => MODULES.filter(filter.isDebugged) }
}

describe('LogFilter', () => {
  it('debugs no module by default', () => {
    expect(createFilter().debugged()).toEqual([])
  })

  it('debugs the modules of the given categories', () => {
    expect(createFilter({ debug: ['net', 'mempool'] }).debugged()).toEqual(['mempool', 'p2p', 'p2p.sync'])
  })

  it('debugs all categories of a module, or one of its child modules', () => {
    expect(createFilter({ debug: ['p2p'] }).debugged()).toEqual(['p2p', 'p2p.relay', 'p2p.sync'])
    expect(createFilter({ debug: ['p2p.sync'] }).debugged()).toEqual(['p2p.sync'])
  })

  it('debugs every module with level debug or the category all', () => {
    expect(createFilter({ level: 'debug' }).debugged()).toEqual(MODULES)
    expect(createFilter({ debug: ['all'] }).debugged()).toEqual(MODULES)
  })

  it('leaves out excluded categories', () => {
    const { debugged } = createFilter({ level: 'debug', exclude: ['net', 'rpc'] })
    expect(debugged()).toEqual(['', 'chain', 'mempool', 'p2p.relay'])
  })

  it('keeps the level of other lines', () => {
    expect(createFilter({ level: 'warn', debug: ['net'] }).filter.level).toBe('warn')
  })

  it('applies include before exclude when categories change', () => {
    const { filter, debugged } = createFilter({ debug: ['rpc', 'p2p.sync'] })
    expect(filter.change(['mempool', 'net'], ['net', 'rpc'])).toBeUndefined()
    expect(debugged()).toEqual(['mempool'])
    expect(filter.change(['all'], [])).toBeUndefined()
    expect(debugged()).toEqual(MODULES)
    expect(filter.change([], ['1'])).toBeUndefined()
    expect(debugged()).toEqual([])
  })

  it('changes nothing if a name is unknown, and returns the name', () => {
    const { filter, debugged } = createFilter({ debug: ['rpc'] })
    expect(filter.change(['net'], ['nett'])).toBe('nett')
    expect(debugged()).toEqual(['rpc'])
  })

  it('lists all categories with their state', () => {
    const { filter } = createFilter({ debug: ['net'] })
    const on = [...filter.categories()].filter(([, enabled]) => enabled).map(([name]) => name)
    expect(on).toEqual(['net'])
    expect(filter.categories().get('validation')).toBe(false)
  })

  it('forgets changed categories when settings are applied again', () => {
    const { filter, debugged } = createFilter()
    filter.change(['all'], [])
    filter.apply({ level: 'info', debug: ['rpc'], exclude: [] })
    expect(debugged()).toEqual(['rpc'])
  })

  it('changes the lines that a logger writes', () => {
    const { filter } = createFilter()
    const lines: string[] = []
    const logger = createLogger({
      get level() {
        return filter.level
      },
      ...{ isDebugged: filter.isDebugged, sink: (line) => void lines.push(line), millis: () => 0 },
    }).child('p2p')
    logger.debug('one')
    filter.change(['net'], [])
    logger.debug('two')
    filter.change([], ['net'])
    logger.debug('three')
    expect(lines.map((line) => line.split(' ').at(-1))).toEqual(['two'])
  })
})
