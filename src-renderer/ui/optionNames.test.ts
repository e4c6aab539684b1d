import { describe, expect, it } from 'vitest'
import { splitAtOptions } from './optionNames.tsx'

const namesIn = (text: string) => splitAtOptions(text).filter((_, at) => at % 2 === 1)

describe('splitAtOptions', () => {
  it('finds options with their values, without the punctuation of the sentence', () => {
    expect(namesIn('are allowed (-ac_public is not set).')).toEqual(['-ac_public'])
    expect(namesIn('It needs -addressindex=1 and -spentindex=1.')).toEqual(['-addressindex=1', '-spentindex=1'])
    expect(namesIn('such as -ac_ccenable=227,228. Others')).toEqual(['-ac_ccenable=227,228'])
    expect(namesIn('with -root=<folder> at the start; „-reindex“')).toEqual(['-root=<folder>', '-reindex'])
    expect(namesIn('-maxconnections=0: no peers')).toEqual(['-maxconnections=0'])
  })

  it('ignores other hyphens, and preserves the text', () => {
    for (const text of ['Ein- und Ausgänge', 'crypto-conditions', '1 - 2', 'e-mails, 7-day', 'minus -5', '']) {
      expect(splitAtOptions(text)).toEqual([text])
    }
    const text = 'Die Optionen -ac_cc=2 und -testnode gelten.'
    expect(splitAtOptions(text).join('')).toBe(text)
  })
})
