//! Shuffles that everyone can check, over the wire: two devices add their shares, and hold the server to its word.

use bots::{Bot, Random};
use engine::{Seat, Viewer};
use games::fair_shuffle::{Proof, Secret, hex, read_hex};
use games::record;
use games::seal::DeviceKey;
use games::{Rules, presets};
use protocol::{
    Alarm, ClientMsg, Frame, FrameReader, FrameWriter, Mixer, Received, RecordFault, ServerMsg, ShownScene,
    Verdict, json,
};
use table::{
    Config, DealingAlone, Input, JointShuffle, Message, Output, Pace, Player, PlayerKind, Reveal,
    ShuffleStep, Switch, Table, Token,
};

const TABLE: &str = "K7QX2M4P";
const SECRET: Secret = Secret([0xa5; 32]);

/// One person's end of the wire.
struct Device {
    token: Token,
    shown: ShownScene,
    reader: FrameReader,
    mixer: Mixer,
    /// Every frame that came.
    frames: Vec<String>,
    heard: Vec<Message>,
    laid_open: Option<Vec<Proof>>,
}

impl Device {
    fn new(token: Token) -> Device {
        let (reader, mixer) = (FrameReader::default(), Mixer::new(TABLE));
        Device {
            token,
            shown: ShownScene::default(),
            reader,
            mixer,
            frames: Vec::new(),
            heard: Vec::new(),
            laid_open: None,
        }
    }

    fn share(&self) -> [u8; 16] {
        [0x50 + self.token.0 as u8; 16]
    }

    /// Takes in what the table told, and says what the device sends by itself.
    fn hear(&mut self, table: &Table, out: &[Output]) -> Vec<ClientMsg> {
        let own = |output: &Output| match output {
            Output::To(token, message) if *token == self.token => Some(message.clone()),
            Output::To(..) | Output::Host(_) | Output::WakeAt(_) => None,
        };
        let messages: Vec<Message> = out.iter().filter_map(own).collect();
        let mut writer = FrameWriter::new(table, None, 0, &mut self.shown, Frame::default());
        for message in &messages {
            writer.message(message);
        }
        let frame = writer.finish();
        if frame.is_empty() {
            return Vec::new();
        }
        let text = frame.into_text();
        let frame: ServerMsg = json::read(&text).unwrap();
        self.frames.push(text);
        let mut answers = Vec::new();
        for (heard, told) in self.reader.hear(frame, 0).unwrap().into_iter().zip(&messages) {
            let Received::Table(message) = heard else { panic!("{heard:?}") };
            assert_eq!(message, *told);
            let (share, seat) = (self.share(), table.seat_of(self.token).unwrap());
            answers.extend(self.mixer.answer(&message, Some(seat), || share));
            if let Message::Shuffle(ShuffleStep::Revealed(proofs)) = &message {
                self.laid_open = Some(proofs.clone());
            }
            self.heard.push(message);
        }
        answers
    }
}

fn input(token: Token, asked: &ClientMsg) -> Input {
    match json::read(&json::write(asked)).unwrap() {
        ClientMsg::Promise { deal, c, key, .. } => {
            let key = key.map(|key| DeviceKey(read_hex(&key).unwrap()));
            Input::Promise { token, deal, promise: read_hex(&c).unwrap(), key }
        }
        ClientMsg::Sign { deal, seen, sig, .. } => {
            let (seen, signature) = (read_hex(&seen).unwrap(), read_hex(&sig).unwrap());
            Input::Sign { token, deal, seen, signature }
        }
        ClientMsg::Open { deal, e, .. } => {
            Input::Open { token, deal, share: games::fair_shuffle::Share(read_hex(&e).unwrap()) }
        }
        other => panic!("{other:?}"),
    }
}

/// A match of two people to its end, over the wire.
fn played(preset: &str) -> (Table, [Device; 2]) {
    // The shortest match of several rounds.
    let changes: &[String] = if preset == "yaniv" { &["limit=50".into()] } else { &[] };
    let rules = games::change(&presets::named(preset).unwrap(), changes).unwrap();
    let alone = DealingAlone::WhenAgreed;
    let joint = Some(JointShuffle { table: TABLE.into(), reveal: Reveal::AfterMatch, alone });
    let pace = Pace {
        think: (0, 0),
        react: (0, 0),
        slap_pause: 0,
        catch_pause: Some(0),
        loading: 0,
        between_rounds: Some(0),
        unattended: None,
    };
    let mut table = Table::new(Config { seed: 7, joint, pace, ..Config::new(rules) });
    let mut devices = [1, 2].map(|number| Device::new(Token(number)));
    let mut waiting: Vec<Input> = vec![Input::Start];
    for number in [1, 2] {
        waiting.push(Input::Mix { token: Token(number), switch: Switch::On });
    }
    for number in [1, 2] {
        waiting.push(Input::Sit { token: Token(number), name: format!("Person {number}") });
    }
    let mut bot = Random::new(3);
    for _ in 0..5_000 {
        let next =
            waiting.pop().or_else(|| table.wants_entropy().then_some(Input::Entropy { secret: SECRET }));
        let Some(next) = next.or_else(|| choice(&table, &mut bot)) else { break };
        let out = table.apply(0, next);
        for device in &mut devices {
            let token = device.token;
            waiting.extend(device.hear(&table, &out).into_iter().map(|asked| input(token, &asked)));
        }
    }
    assert!(!table.is_playing(), "the match came to its end");
    (table, devices)
}

fn choice(table: &Table, bot: &mut Random) -> Option<Input> {
    let session = table.session().filter(|session| session.outcome().is_none())?;
    let seat = session.turn()?;
    let choice = bot.choose(&session.view(Viewer::Seat(seat)), &session.legal(seat))?;
    let token = [Token(1), Token(2)].into_iter().find(|&token| table.seat_of(token) == Some(seat))?;
    Some(Input::Act { token, number: table.number(), notation: session.notation(choice) })
}

#[test]
fn two_devices_hold_the_server_to_its_word() {
    let (table, devices) = played("crazy-eights");
    for device in &devices {
        let proofs = device.laid_open.as_ref().unwrap();
        let unsigned = |proof: &Proof| Proof { seals: Vec::new(), ..proof.clone() };
        let all: Vec<Proof> = table.session().unwrap().proofs().iter().map(unsigned).collect();
        assert_eq!(*proofs, all);
        assert_eq!(proofs[0].parts.len(), 2);
        assert_eq!(device.mixer.judge(proofs), Verdict::Kept(1));
        let lies: [fn(&mut Proof); 5] = [
            |proof| proof.secret.0[0] ^= 1,
            |proof| proof.promise[31] ^= 1,
            |proof| proof.parts[1].share.0[5] ^= 1,
            |proof| proof.parts[0].promise[5] ^= 1,
            |proof| proof.parts.truncate(1),
        ];
        for (at, lie) in lies.into_iter().enumerate() {
            let mut proofs = proofs.clone();
            lie(&mut proofs[0]);
            assert_eq!(device.mixer.judge(&proofs), Verdict::Broken(Alarm::Broken(1)), "lie {at}");
        }
        // A whole other deal, with a promise that fits it, is not the one that was heard of.
        let mut other = proofs.clone();
        other[0].secret.0[0] ^= 1;
        other[0].promise = games::fair_shuffle::DealName { table: TABLE, deal: 1 }.promise(&other[0].secret);
        assert_eq!(other[0].check(TABLE), Ok(()));
        assert_eq!(device.mixer.judge(&other), Verdict::Broken(Alarm::Broken(1)));
    }
}

/// Nothing of the secret, of anybody's share or of the key is in a frame before everything is laid open.
#[test]
fn no_frame_tells_a_secret_before_the_end() {
    let (table, devices) = played("crazy-eights");
    let proof = &table.session().unwrap().proofs()[0];
    let shares: Vec<_> = proof.parts.iter().map(|part| (part.seat, part.share)).collect();
    let rules = games::fair_shuffle::rules_hash(table.rules());
    let key = games::fair_shuffle::DealName { table: TABLE, deal: 1 }.key(&proof.secret, &rules, &shares);
    let mut hidden = vec![hex(&SECRET.0), hex(&key)];
    hidden.extend(shares.iter().map(|(_, share)| hex(&share.0)));
    for device in &devices {
        let last = device.frames.iter().position(|frame| frame.contains("revealed")).unwrap();
        assert!(last > 20, "a whole game came before");
        for frame in &device.frames[..last] {
            assert!(!hidden.iter().any(|hidden| frame.contains(&hidden[..16])), "{frame}");
        }
        assert!(hidden[..1].iter().chain(&hidden[2..]).all(|hidden| device.frames[last].contains(hidden)));
    }
}

#[test]
fn a_device_opens_only_what_stands_in_the_list() {
    let mut mixer = Mixer::new(TABLE);
    let seat = Seat::default();
    let promised = promised(4, [1; 32], None);
    let own = Some(seat);
    let Some(ClientMsg::Promise { c, .. }) = mixer.answer(&promised, own, || [3; 16]) else {
        panic!("no promise")
    };
    // Asked again after coming back, it promises the same share.
    let Some(ClientMsg::Promise { c: again, .. }) = mixer.answer(&promised, own, || [4; 16]) else {
        panic!()
    };
    assert_eq!(c, again);
    for list in [vec![], vec![(seat, [9; 32])]] {
        assert_eq!(mixer.clone().answer(&frozen(4, list), own, || [0; 16]), None);
    }
    let stands = frozen(4, vec![(seat, read_hex(&c).unwrap())]);
    assert!(matches!(mixer.answer(&stands, own, || [0; 16]), Some(ClientMsg::Open { deal: 4, .. })));
}

#[test]
fn shufflings_that_make_no_sense_are_not_understood() {
    for text in [
        r#"[{"shuffle":{"promised":{"deal":1,"c":"00","rules":"00"}}}]"#,
        r#"[{"shuffle":{"without":77}}]"#,
        r#"[{"shuffle":{"given-up":{"deal":1,"seats":[200]}}}]"#,
        r#"[{"shuffle":{"revealed":[{"deal":1,"c":"zz","s":""}]}}]"#,
    ] {
        let frame: ServerMsg = json::read(text).unwrap();
        assert!(FrameReader::default().hear(frame, 0).is_err(), "{text}");
    }
}

fn promised(deal: u64, promise: [u8; 32], transcript: Option<[u8; 32]>) -> Message {
    Message::Shuffle(ShuffleStep::Promised { deal, promise, rules: [2; 32], transcript })
}

fn frozen(deal: u64, parts: Vec<(Seat, [u8; 32])>) -> Message {
    Message::Shuffle(ShuffleStep::Frozen { deal, parts, keys: Vec::new() })
}

/// A device at a table whose rules promise a joint shuffle, in the first seat.
fn seated(rules: Rules) -> Mixer {
    let mut mixer = Mixer::new(TABLE);
    tell(&mut mixer, &Message::Rules(rules.into()));
    let player =
        |at: usize| Player { seat: Seat::new(at).unwrap(), name: at.to_string(), kind: PlayerKind::Person };
    tell(&mut mixer, &Message::Players(vec![player(0), player(1)]));
    mixer
}

fn tell(mixer: &mut Mixer, message: &Message) -> Option<ClientMsg> {
    mixer.answer(message, Some(Seat::default()), || [3; 16])
}

fn deal(round: u16) -> Message {
    Message::Deal { round, dealer: Seat::default(), cuts: Vec::new() }
}

fn proof(deal: u64, promise: [u8; 32]) -> Proof {
    let (parts, restarts, seals) = (Vec::new(), Vec::new(), Vec::new());
    Proof { deal, promise, secret: Secret([0; 32]), parts, restarts, seals }
}

#[test]
fn cards_without_a_promise_are_an_alarm() {
    let eights = || presets::named("crazy-eights").unwrap();
    let mut mixer = seated(eights());
    tell(&mut mixer, &deal(1));
    assert_eq!(mixer.take_alarms(), [Alarm::NoPromise(1)]);
    assert_eq!(mixer.judge(&[proof(1, [1; 32])]), Verdict::Broken(Alarm::NoPromise(1)));
    // Where the rules say that the cards come from a number, nobody has promised anything.
    let mut mixer = seated(games::change(&eights(), &["joint_seed=false".into()]).unwrap());
    tell(&mut mixer, &deal(1));
    assert_eq!(mixer.take_alarms(), []);
    // Who comes later can tell nothing, and says so.
    assert_eq!(seated(eights()).judge(&[proof(1, [1; 32])]), Verdict::NotHeard);
}

#[test]
fn the_first_promise_counts() {
    let mut mixer = seated(presets::named("crazy-eights").unwrap());
    assert!(tell(&mut mixer, &promised(1, [1; 32], None)).is_some());
    assert_eq!(mixer.take_alarms(), []);
    // After the share was opened the server would know which secret is good for it.
    assert_eq!(tell(&mut mixer, &promised(1, [7; 32], None)), None);
    assert_eq!(mixer.take_alarms(), [Alarm::ChangedPromise(1)]);
    assert_eq!(mixer.judge(&[proof(1, [7; 32])]), Verdict::Broken(Alarm::Broken(1)));
    let seat = Seat::default();
    tell(&mut mixer, &frozen(1, vec![(seat, [4; 32])]));
    assert_eq!(tell(&mut mixer, &frozen(1, vec![(seat, [5; 32])])), None);
    assert_eq!(mixer.take_alarms(), [Alarm::ChangedList(1)]);
}

#[test]
fn a_deal_of_the_server_alone_is_an_alarm_unless_somebody_agreed() {
    let unanswered = |agreed: &[usize]| {
        let agreed = agreed.iter().filter_map(|&seat| Seat::new(seat)).collect();
        Message::Shuffle(ShuffleStep::Unanswered { deal: 1, agreed })
    };
    for (told, alarms) in [
        (vec![], vec![Alarm::ShuffledAlone(1)]),
        (vec![unanswered(&[])], vec![Alarm::ShuffledAlone(1)]),
        (vec![unanswered(&[1])], vec![]),
    ] {
        let mut mixer = seated(presets::named("crazy-eights").unwrap());
        tell(&mut mixer, &promised(1, [1; 32], Some([0; 32])));
        for message in &told {
            tell(&mut mixer, message);
        }
        tell(&mut mixer, &deal(1));
        assert_eq!(mixer.take_alarms(), alarms, "{told:?}");
    }
}

#[test]
fn restarts_and_changed_histories_are_counted_and_told() {
    let mut mixer = seated(presets::named("crazy-eights").unwrap());
    let most = games::max_restarts(2) as u64;
    let mut told = Vec::new();
    for number in 1..=most + 1 {
        tell(&mut mixer, &promised(number, [number as u8; 32], None));
        let withheld = vec![Seat::default()];
        tell(&mut mixer, &Message::Shuffle(ShuffleStep::GivenUp { deal: number, withheld }));
        told.extend(mixer.take_alarms());
    }
    assert_eq!(told, [Alarm::TooManyRestarts(most + 1)]);
    let mut mixer = seated(presets::named("crazy-eights").unwrap());
    tell(&mut mixer, &promised(1, [1; 32], Some([0; 32])));
    tell(&mut mixer, &deal(1));
    mixer.take_alarms();
    tell(&mut mixer, &promised(2, [2; 32], Some([9; 32])));
    assert_eq!(mixer.take_alarms(), [Alarm::ChangedHistory(2)]);
}

/// A phone that slept through a deal, or heard its promise twice, has no reason for an alarm.
#[test]
fn who_missed_a_deal_is_not_alarmed() {
    let mut mixer = seated(presets::named("yaniv").unwrap());
    tell(&mut mixer, &promised(1, [1; 32], Some([0; 32])));
    tell(&mut mixer, &frozen(1, vec![(Seat::default(), [4; 32])]));
    tell(&mut mixer, &promised(1, [1; 32], Some([0; 32])));
    tell(&mut mixer, &deal(1));
    // Deal 2 was dealt meanwhile.
    tell(&mut mixer, &promised(3, [3; 32], Some([9; 32])));
    tell(&mut mixer, &frozen(3, vec![(Seat::default(), [4; 32])]));
    tell(&mut mixer, &deal(3));
    assert_eq!(mixer.take_alarms(), []);
}

/// A whole match: both devices show the same code, sign every round, and find the record to be what they saw.
#[test]
fn the_devices_agree_with_each_other_and_with_the_record() {
    for preset in ["crazy-eights", "yaniv", "naija-whot"] {
        let (table, mut devices) = played(preset);
        let record = record::write(table.session().unwrap());
        let [ada, bola] = &mut devices;
        assert_eq!((ada.mixer.take_alarms(), bola.mixer.take_alarms()), (vec![], vec![]));
        assert!(ada.mixer.code().is_some_and(|code| bola.mixer.code() == Some(code)), "{preset}");
        for device in &devices {
            let compared = device.mixer.compare(&record).unwrap();
            assert!(compared.verified.is_complete, "{preset}");
            assert_eq!(compared.rounds_seen, compared.verified.rounds.len(), "{preset}");
            assert!(compared.verified.rounds.iter().all(|round| round.signed.len() == 2), "{preset}");
            assert_eq!(
                device.mixer.judge(table.session().unwrap().proofs()),
                Verdict::Kept(compared.rounds_seen)
            );
        }
    }
}

/// A server that deals other cards than it reveals afterwards: a record of another match at this table, with true promises.
#[test]
fn a_record_with_other_cards_than_were_seen_is_noticed() {
    let (table, devices) = played("crazy-eights");
    let (other, _) = played("crazy-eights");
    let mut forged = record::Record::read(&record::write(other.session().unwrap())).unwrap();
    forged.seals.clear();
    forged.opening.names = vec!["Person 2".into(), "Eve".into()];
    let forged = record::write(&forged.replay().unwrap());
    let alarm = RecordFault::Alarm(Alarm::OtherCards(1));
    assert_eq!(devices[0].mixer.compare(&forged).map(|_| ()), Err(alarm));
    let true_record = record::write(table.session().unwrap());
    assert!(matches!(devices[0].mixer.compare(&true_record[..200]), Err(RecordFault::Wrong(_))));
}
