import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderWindow } from '../testing/renderWindow.tsx'
import { OtherBranchNotice } from './OtherBranchNotice.tsx'

const HASH = '0b'.repeat(32)
const branch = {
  ...{ height: 120, hash: '0a'.repeat(32), followers: 3, counted: 4, refusedheight: 105, refusedhash: HASH },
  ...{ reason: 'bad-cb-amount', byuser: false, refusedtime: null },
}

describe('OtherBranchNotice', () => {
  it('asks the node to reconsider the rejected block on a click', async () => {
    const { user, node } = renderWindow(<OtherBranchNotice />, {
      getsyncstate: () => ({ state: 'other-branch', evidence: { height: 110, otherbranch: branch } }) as never,
      reconsiderblock: () => null as never,
    })
    await user.click(await screen.findByRole('button', { name: 'Check this branch again' }))
    await waitFor(() => expect(node.inputsOf('reconsiderblock')).toEqual([{ hash: HASH }]))
    expect(screen.getByRole('alert').textContent).not.toMatch(/reconsiderblock/)
  })
})
