import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { anExplanation, anInput, anOutput } from '../components/transaction/testing/explanation.ts'
import { renderWindow } from '../testing/renderWindow.tsx'
import { FormCostLine } from './FormCostLine.tsx'
import { createFakeFlow } from './testing/fakeFlow.ts'
import { useFormCost } from './useFormCost.ts'

const txExplanation = anExplanation([anOutput({ amount: 500_000_000n })], {
  inputs: [anInput({ amount: 500_010_000n })],
})

describe('useFormCost', () => {
  it('drops the cost of an earlier order when the order changes', async () => {
    const noteShown = vi.fn()
    const build = async (order: string) =>
      order === 'first' ? { hex: 'f00d', told: txExplanation, decodedText: '' } : new Promise<never>(() => {})
    const { flow } = createFakeFlow<string>({ build, noteShown })
    const Form = ({ order }: { readonly order: string }) => <FormCostLine cost={useFormCost(flow, order)} coin="COIN" />
    const { rerender } = renderWindow(<Form order="first" />)
    expect(await screen.findByText('You pay 5.0001 COIN: 5 + network fee 0.0001.')).toBeTruthy()
    // The note follows after the render.
    await waitFor(() => expect(noteShown).toHaveBeenLastCalledWith({ ...txExplanation.cost, order: false }))
    rerender(<Form order="second" />)
    expect(screen.getByText('Calculating the cost …')).toBeTruthy()
    expect(noteShown).toHaveBeenLastCalledWith(undefined)
  })
})
