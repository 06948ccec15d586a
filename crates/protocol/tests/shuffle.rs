//! Shuffles that everyone can check, over the wire: two devices add their shares, and hold the server to its word.

use bots::{Bot, Random};
use engine::{Seat, Viewer};
use games::fair_shuffle::{Proof, Secret, hex, read_hex};
use games::presets;
use protocol::{
    ClientMsg, Frame, FrameReader, FrameWriter, Mixer, Received, ServerMsg, ShownScene, Verdict, json,
};
use table::{Config, Input, JointShuffle, Message, Output, Pace, Reveal, ShuffleStep, Switch, Table, Token};

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
            answers.extend(self.mixer.answer(&message, seat, || share));
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
        ClientMsg::Promise { deal, c, .. } => Input::Promise { token, deal, promise: read_hex(&c).unwrap() },
        ClientMsg::Open { deal, e, .. } => {
            Input::Open { token, deal, share: games::fair_shuffle::Share(read_hex(&e).unwrap()) }
        }
        other => panic!("{other:?}"),
    }
}

/// A match of two people to its end, over the wire.
fn played() -> (Table, [Device; 2]) {
    let rules = presets::named("crazy-eights").unwrap();
    let joint = Some(JointShuffle { table: TABLE.into(), reveal: Reveal::AfterMatch });
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
    let (table, devices) = played();
    for device in &devices {
        let proofs = device.laid_open.as_ref().unwrap();
        assert_eq!(proofs, table.session().unwrap().proofs());
        assert_eq!(proofs[0].parts.len(), 2);
        assert_eq!(device.mixer.judge(proofs), Verdict::Kept);
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
            assert_eq!(device.mixer.judge(&proofs), Verdict::Broken(1), "lie {at}");
        }
        // A whole other deal, with a promise that fits it, is not the one that was heard of.
        let mut other = proofs.clone();
        other[0].secret.0[0] ^= 1;
        other[0].promise = games::fair_shuffle::DealName { table: TABLE, deal: 1 }.promise(&other[0].secret);
        assert_eq!(other[0].check(TABLE), Ok(()));
        assert_eq!(device.mixer.judge(&other), Verdict::Broken(1));
    }
}

/// Nothing of the secret, of anybody's share or of the key is in a frame before everything is laid open.
#[test]
fn no_frame_tells_a_secret_before_the_end() {
    let (table, devices) = played();
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
    let promised = Message::Shuffle(ShuffleStep::Promised { deal: 4, promise: [1; 32], rules: [2; 32] });
    let Some(ClientMsg::Promise { c, .. }) = mixer.answer(&promised, seat, || [3; 16]) else {
        panic!("no promise")
    };
    // Asked again after coming back, it promises the same share.
    let Some(ClientMsg::Promise { c: again, .. }) = mixer.answer(&promised, seat, || [4; 16]) else {
        panic!()
    };
    assert_eq!(c, again);
    let frozen = |parts| Message::Shuffle(ShuffleStep::Frozen { deal: 4, parts });
    assert_eq!(mixer.answer(&frozen(vec![]), seat, || [0; 16]), None);
    assert_eq!(mixer.answer(&frozen(vec![(seat, [9; 32])]), seat, || [0; 16]), None);
    let stands = frozen(vec![(seat, read_hex(&c).unwrap())]);
    assert!(matches!(mixer.answer(&stands, seat, || [0; 16]), Some(ClientMsg::Open { deal: 4, .. })));
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
