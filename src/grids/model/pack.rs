//! Files of generated trajectories, packed for a download while the trajectories come in.

use super::work::Outcome;
use crate::generate::Key;
use crate::generate::batch::{Batch, Content};
use crate::generate::suite::Plan;
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output, create_comp_flags_from_zip_params,
};
use rawzip::{CompressionMethod, Crc32, DataDescriptorOutput, ZipArchiveWriter};
use std::io::Write;

/// Of zlib's levels 0 to 9; higher ones take twice the time for a few percent.
const LEVEL: i32 = 6;
/// Windows of 2^15 bytes; negative because an archive wants no zlib header.
const WINDOW: i32 = -15;

/// What is downloaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parcel {
    /// The instances at the paper's lengths, as JSONL.
    Instances,
    /// Their prompts, as JSONL.
    Prompts,
    /// The stored records, as JSONL.
    Trajectories,
    /// All of them and a manifest, in a ZIP archive.
    Everything,
}

impl Parcel {
    /// All parcels.
    pub const ALL: [Parcel; 4] = [Parcel::Everything, Parcel::Instances, Parcel::Prompts, Parcel::Trajectories];

    /// The name in orders.
    pub fn name(self) -> &'static str {
        match self {
            Parcel::Instances => "instances",
            Parcel::Prompts => "prompts",
            Parcel::Trajectories => "trajectories",
            Parcel::Everything => "everything",
        }
    }

    /// The parcel of a name.
    pub fn find(name: &str) -> Option<Parcel> {
        Parcel::ALL.into_iter().find(|parcel| parcel.name() == name)
    }

    /// The end of the file's name.
    pub fn ending(self) -> &'static str {
        match self {
            Parcel::Instances => "instances.jsonl",
            Parcel::Prompts => "prompts.jsonl",
            Parcel::Trajectories => "trajectories.jsonl",
            Parcel::Everything => "all.zip",
        }
    }

    fn files(self, plan: &Plan) -> Vec<(String, Content)> {
        let parts = match self {
            Parcel::Everything => vec![Parcel::Instances, Parcel::Prompts, Parcel::Trajectories],
            one => vec![one],
        };
        let file = |part: Parcel| {
            let content = match part {
                Parcel::Instances => Content::usual_instances(plan),
                Parcel::Prompts => Content::usual_prompts(plan),
                Parcel::Trajectories | Parcel::Everything => Content::Trajectories,
            };
            (part.ending().to_owned(), content)
        };
        parts.into_iter().map(file).collect()
    }
}

/// A parcel in the making.
pub struct Packing {
    parcel: Parcel,
    batch: Batch,
    files: Vec<Packed>,
}

impl Packing {
    /// Still empty.
    pub fn new(parcel: Parcel, plan: Plan) -> Packing {
        let files = parcel.files(&plan);
        let packed = files.iter().map(|(name, _)| Packed::new(name, parcel == Parcel::Everything)).collect();
        Packing { parcel, batch: Batch::new(plan, files), files: packed }
    }

    /// Takes the next trajectory of the plan. Those that are not there are left out.
    pub fn add(&mut self, key: &Key, outcome: &Outcome) {
        for (file, text) in self.files.iter_mut().zip(self.batch.add(key, outcome)) {
            file.add(&text);
        }
    }

    /// The bytes of the file.
    pub fn finish(mut self) -> Result<Vec<u8>, rawzip::Error> {
        if self.parcel != Parcel::Everything {
            return Ok(self.files.pop().map(|file| file.bytes).unwrap_or_default());
        }
        let mut manifest = Packed::new("manifest.json", true);
        manifest.add(&self.batch.manifest());
        let mut archive = ZipArchiveWriter::new(Vec::new());
        for mut file in self.files.into_iter().chain([manifest]) {
            file.end();
            let name = file.name.as_str();
            let (mut entry, _) = archive.new_file(name).compression_method(CompressionMethod::DEFLATE).start()?;
            entry.write_all(&file.bytes)?;
            entry.finish(DataDescriptorOutput::new(file.crc.checksum(), file.size))?;
        }
        archive.finish()
    }
}

/// A file, compressed if it goes into an archive.
struct Packed {
    name: String,
    compressor: Option<Box<CompressorOxide>>,
    bytes: Vec<u8>,
    crc: Crc32,
    size: u64,
}

impl Packed {
    fn new(name: &str, compress: bool) -> Packed {
        let compressor = || Box::new(CompressorOxide::new(create_comp_flags_from_zip_params(LEVEL, WINDOW, 0)));
        Packed { name: name.to_owned(), compressor: compress.then(compressor), bytes: Vec::new(), crc: Crc32::new(), size: 0 }
    }

    fn add(&mut self, text: &str) {
        self.size += text.len() as u64;
        self.crc.update(text.as_bytes());
        self.put(text.as_bytes(), TDEFLFlush::None);
    }

    fn end(&mut self) {
        self.put(&[], TDEFLFlush::Finish);
    }

    fn put(&mut self, mut bytes: &[u8], flush: TDEFLFlush) {
        let Some(compressor) = &mut self.compressor else {
            self.bytes.extend_from_slice(bytes);
            return;
        };
        loop {
            let (status, read) = compress_to_output(compressor, bytes, flush, |packed| {
                self.bytes.extend_from_slice(packed);
                true
            });
            bytes = &bytes[read..];
            if bytes.is_empty() || status != TDEFLStatus::Okay {
                return;
            }
        }
    }
}
