import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderWindow } from '../../testing/renderWindow.tsx'
import { useEndName } from './useEndName.ts'

const KEY = `02${'ab'.repeat(32)}`
const ADDRESS = 'RVNKRr2uxPMxJeDwFnTKjdtiLtcs7UzCZn'

const Probe = () => <p>{useEndName(KEY)}</p>

it('shows the address of an unnamed key, as confirmations do', async () => {
  renderWindow(<Probe />, { getaddresskey: () => ({ address: ADDRESS, pubkey: KEY }) })
  expect(await screen.findByText('RVNKRr2u…cs7UzCZn')).toBeTruthy()
})
