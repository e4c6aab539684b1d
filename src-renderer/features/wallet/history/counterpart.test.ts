import { expect, it } from 'vitest'
import { counterpartName } from './counterpart.ts'

it.each([
  ['the payee of a payment to others, never a label of one’s own', 'sent', 'rent of the shop', 'Anna', 'Anna'],
  ['nobody for a claim, whose address may have a label', 'module', 'First coins', '', ''],
  ['nobody where none was typed', 'sent', 'rent of the shop', '', ''],
  ['the payee, also where the address is one’s own', 'self', 'savings', 'Anna', 'Anna'],
  ['the label of an own address without a payee', 'self', 'savings', '', 'savings'],
  ['the label of the address that received', 'received', 'rent of the shop', '', 'rent of the shop'],
  ['nobody where there is no label', 'received', null, '', ''],
] as const)('names %s', (_, kind, label, commentto, name) => {
  expect(counterpartName({ kind, label, commentto })).toBe(name)
})

it('names the known payer instead of the label of the receiving address', () => {
  expect(counterpartName({ kind: 'received', label: 'First coins', commentto: '' }, 'Me')).toBe('Me')
})
