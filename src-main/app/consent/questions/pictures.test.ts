import { describe, expect, it } from 'vitest'
import { done, NO, startBroker, YES } from '../../testing/testBroker.ts'

const TOKEN = 'ab'.repeat(32)
const link = { address: 'https://pictures.example/a.png?b=c', host: 'pictures.example' }

describe('NFT link consent', () => {
  it('fetches a picture after showing the full address, which the page does not supply', async () => {
    const test = startBroker()
    test.chainManager.link = link
    await test.call('gettokenpicture', 'one', TOKEN)
    const [question] = test.questions
    expect(question).toMatchObject({
      ...{ title: 'Fetch a picture from pictures.example?', agree: 'Fetch', chain: null },
      remember: 'Do not ask again for this server until the app ends',
    })
    expect(question?.consequence).toContain('learns the address of this computer')
    expect(question?.facts).toEqual([
      { name: 'Server', value: '“pictures.example”' },
      { name: 'Address', value: link.address },
      { name: 'Token', value: TOKEN },
    ])
    expect(done(test.chainManager, 'gettokenpicture')).toHaveLength(1)
    await expect(test.call('gettokenpicture', 'one', TOKEN, 'https://evil.example/')).rejects.toThrow()
    await expect(test.call('gettokenpicture', 'one', { url: 'https://evil.example/' })).rejects.toThrow()
    expect(test.questions).toHaveLength(1)
  })

  it('fetches no picture if the user declines', async () => {
    const test = startBroker()
    test.chainManager.link = link
    test.answer = () => NO
    await expect(test.call('gettokenpicture', 'one', TOKEN)).rejects.toThrow('decided against it')
    expect(done(test.chainManager, 'gettokenpicture')).toEqual([])
    expect(test.chainManager.allowed).toEqual([])
  })

  it('asks again unless the user allowed that server', async () => {
    const test = startBroker()
    test.chainManager.link = link
    await test.call('gettokenpicture', 'one', TOKEN)
    test.answer = () => ({ ...YES, remembered: true })
    await test.call('gettokenpicture', 'one', TOKEN)
    expect(test.questions).toHaveLength(2)
    await test.call('gettokenpicture', 'one', TOKEN)
    expect([test.questions.length, test.chainManager.allowed]).toEqual([2, ['pictures.example']])
    test.chainManager.link = { address: 'https://other.example/', host: 'other.example' }
    await test.call('gettokenpicture', 'one', TOKEN)
    expect(test.questions).toHaveLength(3)
  })

  it('asks nothing for a token without a link', async () => {
    const test = startBroker()
    await test.call('gettokenpicture', 'one', TOKEN)
    expect([test.questions.length, done(test.chainManager, 'gettokenpicture').length]).toEqual([0, 1])
    await expect(test.call('opentokenlink', 'one', TOKEN)).rejects.toThrow('no link to a web page')
    expect(test.questions).toEqual([])
  })

  it('opens a link in the browser after asking each time', async () => {
    const test = startBroker()
    test.chainManager.link = link
    test.chainManager.allowed.push(link.host)
    await test.call('opentokenlink', 'one', TOKEN)
    expect(test.questions).toMatchObject([{ title: 'Open a page of pictures.example in your browser?', agree: 'Open' }])
    expect(test.questions[0]?.facts).toContainEqual({ name: 'Address', value: link.address })
    expect(test.questions[0]?.remember).toBeUndefined()
    expect(done(test.chainManager, 'opentokenlink')).toHaveLength(1)
  })
})
