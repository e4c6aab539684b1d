import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { PreflightTroubles, usePreflight } from './PreflightList.tsx'

beforeAll(async () => {
  await loadTexts('start')
  await loadTexts('chains')
})

const taken = {
  ...{ name: 'rpcport', state: 'failed', detail: 'Port 7771 for RPC is taken by this program.', freeport: 58742 },
  ...{ fix: 'Use another port: 58742 is free, or end the program that uses this port.', holder: null },
}
const fullDisk = { name: 'disk', state: 'failed', detail: 'The disk is full.', fix: null, freeport: null, holder: null }

function Checks() {
  const preflight = usePreflight({ options: [] }, true, {})
  return <PreflightTroubles preflight={preflight} ports={{}} onPorts={() => {}} />
}

const show = (checks: readonly object[]) => renderWindow(<Checks />, { preflight: () => ({ checks }) as never })

describe('PreflightTroubles', () => {
  it('names the free port that replaces a taken one, without a failure or a choice', async () => {
    show([taken])
    expect(await screen.findByText('Port 58742 will be used instead.')).toBeTruthy()
    expect(screen.queryByText(/failed/)).toBeNull()
    expect(screen.queryByRole('button', { name: /free port/ })).toBeNull()
  })

  it('offers the free port if another check also fails', async () => {
    show([taken, fullDisk])
    expect(await screen.findByRole('button', { name: 'Use free port 58742' })).toBeTruthy()
  })
})
