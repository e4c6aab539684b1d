import { expect, it } from 'vitest'
import { asSentence } from './sentence.ts'

it('adds a capital and a full stop, but no second end mark', () => {
  const said = [
    'the disk is full',
    'Cargando el índice de bloques…',
    'Loading block index...',
    'Why?',
    '-port is taken',
  ]
  expect(said.map(asSentence)).toEqual([
    ...['The disk is full.', 'Cargando el índice de bloques…', 'Loading block index...', 'Why?', '-port is taken.'],
  ])
})
