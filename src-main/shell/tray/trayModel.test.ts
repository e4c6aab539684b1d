import { describe, expect, it } from 'vitest'
import { appText } from '../../app/texts/index.ts'
import { type TrayChain, type TrayModel, trayModel } from './trayModel.ts'

const chain = (given: Partial<TrayChain>): TrayChain => ({
  ...{ id: 'one', label: 'Garden', running: true, height: 7, miner: null },
  ...given,
})
const buildModel = (chains: readonly TrayChain[], shown: string | null): TrayModel =>
  trayModel(chains, shown, appText('en'))
const labels = (chains: readonly TrayChain[], shown: string | null = 'one') =>
  buildModel(chains, shown).items.map(({ label }) => label)

describe('trayModel', () => {
  it('says that no chain is running', () => {
    expect(buildModel([chain({ running: false })], null)).toEqual({
      state: 'idle',
      tooltip: 'Chainwright: no chain is running',
      items: [
        { label: 'Open Chainwright', action: { do: 'open' } },
        { label: '' },
        { label: 'No chain is running' },
        { label: '' },
        { label: 'Quit', action: { do: 'quit' } },
      ],
    })
  })

  it('names the running chains and switches the miner of the shown chain', () => {
    const two = [chain({ miner: 'on' }), chain({ id: 'two', label: 'Sandbox', height: null })]
    expect(buildModel(two, 'one')).toMatchObject({ state: 'mining', tooltip: 'Chainwright: 2 running, mining' })
    expect(labels(two)).toContain('Pause mining')
    expect(labels(two)).toContain('Garden: block 7, mining')
    expect(labels(two)).toContain('Sandbox: starting')
    expect(labels(two, 'two').join()).not.toMatch(/Pause|Start/)
    expect(buildModel([chain({ miner: 'off' })], 'one')).toMatchObject({ state: 'running' })
    expect(labels([chain({ miner: 'off' })])).toContain('Start mining')
  })

  it('limits the number of lines and reveals hidden characters in labels', () => {
    const many = Array.from({ length: 9 }, (_, index) => chain({ id: `${index}` }))
    expect(labels(many)).toContain('4 more')
    const [, , line = ''] = labels([chain({ label: `A&B\u202e${'x'.repeat(500)}` })])
    expect(line).toMatch(/^A&&BU\+202Ex+: block 7$/)
    expect(line.length).toBeLessThan(70)
  })
})
